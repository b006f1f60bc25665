// SPDX-License-Identifier: MIT
// Part of Platen: the binding to libcurl. It is opened with the first request, not linked:
// its thirty libraries would add to the start of every command that asks none.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>

// What of libcurl is called, found by name in the library that was opened.
typedef struct {
  __typeof__(&curl_global_init) global_init;
  __typeof__(&curl_easy_init) easy_init;
  __typeof__(&curl_easy_cleanup) easy_cleanup;
  __typeof__(&curl_easy_reset) easy_reset;
  __typeof__(&curl_easy_setopt) easy_setopt;
  __typeof__(&curl_easy_getinfo) easy_getinfo;
  __typeof__(&curl_easy_perform) easy_perform;
  __typeof__(&curl_easy_strerror) easy_strerror;
  __typeof__(&curl_slist_append) slist_append;
  __typeof__(&curl_slist_free_all) slist_free_all;
} platen_curl;

// Fills the table; 0 where a name is missing.
static inline int platen_curl_load(platen_curl *curl, void *library) {
#define PLATEN_FIND(name) \
  (curl->name = (__typeof__(curl->name))dlsym(library, "curl_" #name), curl->name != 0)
  return PLATEN_FIND(global_init) && PLATEN_FIND(easy_init)
      && PLATEN_FIND(easy_cleanup) && PLATEN_FIND(easy_reset) && PLATEN_FIND(easy_setopt)
      && PLATEN_FIND(easy_getinfo) && PLATEN_FIND(easy_perform) && PLATEN_FIND(easy_strerror)
      && PLATEN_FIND(slist_append) && PLATEN_FIND(slist_free_all);
#undef PLATEN_FIND
}

// Swift calls no functions with open argument lists.
static inline CURLcode platen_curl_set_number(
    const platen_curl *curl, CURL *handle, CURLoption option, long value) {
  return curl->easy_setopt(handle, option, value);
}
static inline CURLcode platen_curl_set_large(
    const platen_curl *curl, CURL *handle, CURLoption option, long long value) {
  return curl->easy_setopt(handle, option, (curl_off_t)value);
}
static inline CURLcode platen_curl_set_pointer(
    const platen_curl *curl, CURL *handle, CURLoption option, const void *value) {
  return curl->easy_setopt(handle, option, value);
}

typedef size_t (*platen_curl_taker)(char *, size_t, size_t, void *);
static inline CURLcode platen_curl_set_taker(
    const platen_curl *curl, CURL *handle, CURLoption option, platen_curl_taker value) {
  return curl->easy_setopt(handle, option, value);
}
typedef int (*platen_curl_watcher)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t);
static inline CURLcode platen_curl_set_watcher(
    const platen_curl *curl, CURL *handle, CURLoption option, platen_curl_watcher value) {
  return curl->easy_setopt(handle, option, value);
}

static inline CURLcode platen_curl_status(
    const platen_curl *curl, CURL *handle, long *status) {
  return curl->easy_getinfo(handle, CURLINFO_RESPONSE_CODE, status);
}
