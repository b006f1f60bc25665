# Part of Platen: the outputs of a manifest, for GNU make. Include it, or copy the rule.
#
#   include platen.mk          # then: art: platen.stamp
#
# With the plus, Platen uses make's jobserver: with `make -j8` it takes the job slots that the rest of
# the build leaves idle, and returns them. The stamp is touched when the run succeeds; platen.stamp.d
# lists its inputs and their folders, so the rule runs again when an input is changed, added or
# deleted. --prune deletes the outputs of deleted inputs.

PLATEN ?= platen
PLATEN_MANIFEST ?= platen.yaml
PLATEN_FLAGS ?= -q --prune

platen.stamp: $(PLATEN_MANIFEST)
	+$(PLATEN) run $< $(PLATEN_FLAGS) --stamp $@ --depfile $@.d

-include platen.stamp.d
