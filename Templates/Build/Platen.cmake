# SPDX-License-Identifier: MIT
# Part of Platen: the outputs of a manifest as a target of CMake (3.20 or newer).
#
#   include(Platen)                       # with Templates/Build on CMAKE_MODULE_PATH
#   platen_add_outputs(assets
#     MANIFEST assets/platen.yaml         # the manifest
#     INTO     ${CMAKE_CURRENT_BINARY_DIR}/assets  # output directory (default: the manifest's)
#     ONLY     tag:icons                  # a selection of jobs
#     OUTPUTS  files)                     # a variable for the names of all outputs
#   add_custom_target(app ALL DEPENDS assets)
#
# The names of the outputs are queried when CMake configures, and again when the manifest changes. The
# inputs are known after the first build: Platen writes a dependency file, and the build system runs it
# again when an input is changed, added or deleted. The outputs of deleted inputs are deleted, unless
# ONLY selects jobs. With makefiles the cores are make's (`make -j`).

find_program(PLATEN_EXECUTABLE platen DOC "The platen command")

function(platen_add_outputs target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "MANIFEST;INTO;OUTPUTS" "ONLY")
  if(NOT PLATEN_EXECUTABLE)
    message(FATAL_ERROR "platen not found; set PLATEN_EXECUTABLE to its path")
  endif()
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "platen_add_outputs: unknown arguments ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT ARG_MANIFEST)
    message(FATAL_ERROR "platen_add_outputs requires a MANIFEST")
  endif()
  get_filename_component(manifest "${ARG_MANIFEST}" ABSOLUTE)
  set(what "${manifest}")
  foreach(part IN LISTS ARG_ONLY)
    list(APPEND what --only "${part}")
  endforeach()
  if(ARG_INTO)
    get_filename_component(into "${ARG_INTO}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    list(APPEND what --output-dir "${into}")
  endif()

  execute_process(
    COMMAND "${PLATEN_EXECUTABLE}" plan --outputs ${what}
    WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}"
    OUTPUT_VARIABLE listed RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "platen plan --outputs ${manifest} ended with ${status}")
  endif()
  string(REPLACE "\n" ";" outputs "${listed}")
  # A manifest that changes may list other files.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${manifest}")

  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${target}.platen.stamp")
  set(dependencies "${CMAKE_CURRENT_BINARY_DIR}/${target}.platen.d")
  set(platen "${PLATEN_EXECUTABLE}")
  set(aware "")
  set(prune "")
  if(NOT ARG_ONLY)
    set(prune --prune)
  endif()
  if(CMAKE_GENERATOR MATCHES "Makefiles")
    # A rule that uses make's jobserver and shares its cores.
    if(CMAKE_VERSION VERSION_LESS 3.28)
      set(platen "${CMAKE_COMMAND}" -E env "PLATEN_STARTED_BY=$(MAKE)" "${PLATEN_EXECUTABLE}")
    else()
      set(aware JOB_SERVER_AWARE TRUE)
    endif()
  endif()
  add_custom_command(
    OUTPUT "${stamp}"
    BYPRODUCTS ${outputs}
    COMMAND ${platen} run ${what} -q ${prune}
            --stamp "${stamp}" --depfile "${dependencies}" --depfile-format ninja
    DEPENDS "${manifest}"
    DEPFILE "${dependencies}"
    WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}"
    COMMENT "platen ${target}"
    ${aware}
    VERBATIM)
  add_custom_target("${target}" DEPENDS "${stamp}")
  if(ARG_OUTPUTS)
    set("${ARG_OUTPUTS}" "${outputs}" PARENT_SCOPE)
  endif()
endfunction()
