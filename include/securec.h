// The copies of memory and texts that know how much room there is, as programs for the vendor's
// devices call them. All are defined here, so nothing has to be linked.
//
// Each returns EOK, or an error and then leaves a text empty and memory 0 as far as there is room.
// Those that print return how many characters they wrote, or -1.
#ifndef OPENACLNN_SECUREC_H_
#define OPENACLNN_SECUREC_H_

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifndef EOK
#define EOK 0
#endif
#define EINVAL_AND_RESET 150
#define ERANGE_AND_RESET 162
#define EOVERLAP_AND_RESET 182

#define SECUREC_MEM_MAX_LEN 0x7fffffffUL     // the most room that memory may have
#define SECUREC_STRING_MAX_LEN 0x7fffffffUL  // and a text

#ifdef __cplusplus
extern "C" {
#endif

typedef int errno_t;

// `count` bytes, each of them `c`.
static inline errno_t memset_s(void* dest, size_t destMax, int c, size_t count) {
  if (destMax == 0 || destMax > SECUREC_MEM_MAX_LEN) return ERANGE;
  if (dest == NULL) return EINVAL;
  if (count > destMax) {
    memset(dest, c, destMax);
    return ERANGE_AND_RESET;
  }
  memset(dest, c, count);
  return EOK;
}

// The bytes of `src`, which may overlap.
static inline errno_t memmove_s(void* dest, size_t destMax, const void* src, size_t count) {
  if (destMax == 0 || destMax > SECUREC_MEM_MAX_LEN) return ERANGE;
  if (dest == NULL) return EINVAL;
  if (src == NULL || count > destMax) {
    memset(dest, 0, destMax);
    return src == NULL ? EINVAL_AND_RESET : ERANGE_AND_RESET;
  }
  memmove(dest, src, count);
  return EOK;
}

// The bytes of `src`, which may not overlap.
static inline errno_t memcpy_s(void* dest, size_t destMax, const void* src, size_t count) {
  if (dest != NULL && src != NULL && dest != src && count <= destMax && destMax > 0 &&
      destMax <= SECUREC_MEM_MAX_LEN) {
    const uintptr_t to = (uintptr_t)dest, from = (uintptr_t)src;
    if (to < from + count && from < to + count) {
      memset(dest, 0, destMax);
      return EOVERLAP_AND_RESET;
    }
  }
  return memmove_s(dest, destMax, src, count);
}

// How long a text is, or `most` if it has no end before.
static inline size_t openaclnn_length_s(const char* text, size_t most) {
  const void* const end = memchr(text, 0, most);
  return end == NULL ? most : (size_t)((const char*)end - text);
}

// At most `count` characters of `src`, behind those that `dest` keeps, and the end.
static inline errno_t openaclnn_append_s(char* dest, size_t destMax, size_t kept, const char* src,
                                         size_t count) {
  size_t length = 0;
  if (src == NULL || kept == destMax) {
    dest[0] = 0;
    return src == NULL ? EINVAL_AND_RESET : ERANGE_AND_RESET;
  }
  while (length < count && length < destMax - kept && src[length] != 0) ++length;
  if (length == destMax - kept) {
    dest[0] = 0;
    return ERANGE_AND_RESET;
  }
  if (dest + kept < src + length && src < dest + kept + length && dest != src) {
    dest[0] = 0;
    return EOVERLAP_AND_RESET;
  }
  memmove(dest + kept, src, length);
  dest[kept + length] = 0;
  return EOK;
}

// The text `src`.
static inline errno_t strcpy_s(char* dest, size_t destMax, const char* src) {
  if (destMax == 0 || destMax > SECUREC_STRING_MAX_LEN) return ERANGE;
  if (dest == NULL) return EINVAL;
  return openaclnn_append_s(dest, destMax, 0, src, destMax);
}

// The first `count` characters of `src`, or all.
static inline errno_t strncpy_s(char* dest, size_t destMax, const char* src, size_t count) {
  if (destMax == 0 || destMax > SECUREC_STRING_MAX_LEN) return ERANGE;
  if (dest == NULL) return EINVAL;
  return openaclnn_append_s(dest, destMax, 0, src, count);
}

// The text `src` behind that of `dest`.
static inline errno_t strcat_s(char* dest, size_t destMax, const char* src) {
  if (destMax == 0 || destMax > SECUREC_STRING_MAX_LEN) return ERANGE;
  if (dest == NULL) return EINVAL;
  return openaclnn_append_s(dest, destMax, openaclnn_length_s(dest, destMax), src, destMax);
}

// The first `count` characters of `src`, or all, behind the text of `dest`.
static inline errno_t strncat_s(char* dest, size_t destMax, const char* src, size_t count) {
  if (destMax == 0 || destMax > SECUREC_STRING_MAX_LEN) return ERANGE;
  if (dest == NULL) return EINVAL;
  return openaclnn_append_s(dest, destMax, openaclnn_length_s(dest, destMax), src, count);
}

// A text by a format. -1 and an empty text if there is no room for it.
static inline int vsprintf_s(char* dest, size_t destMax, const char* format, va_list arguments) {
  int written;
  if (dest == NULL || format == NULL || destMax == 0 || destMax > SECUREC_STRING_MAX_LEN) {
    if (dest != NULL && destMax > 0 && destMax <= SECUREC_STRING_MAX_LEN) dest[0] = 0;
    return -1;
  }
  written = vsnprintf(dest, destMax, format, arguments);
  if (written >= 0 && (size_t)written < destMax) return written;
  dest[0] = 0;
  return -1;
}

// The first `count` characters of it. -1 if there are more, and an empty text if there is no room.
static inline int vsnprintf_s(char* dest, size_t destMax, size_t count, const char* format,
                              va_list arguments) {
  int written;
  if (count >= destMax) return vsprintf_s(dest, destMax, format, arguments);
  if (dest == NULL || format == NULL || destMax > SECUREC_STRING_MAX_LEN) {
    return vsprintf_s(dest, destMax, NULL, arguments);
  }
  written = vsnprintf(dest, count + 1, format, arguments);
  return written >= 0 && (size_t)written <= count ? written : -1;
}

static inline int sprintf_s(char* dest, size_t destMax, const char* format, ...) {
  va_list arguments;
  int written;
  va_start(arguments, format);
  written = vsprintf_s(dest, destMax, format, arguments);
  va_end(arguments);
  return written;
}

static inline int snprintf_s(char* dest, size_t destMax, size_t count, const char* format, ...) {
  va_list arguments;
  int written;
  va_start(arguments, format);
  written = vsnprintf_s(dest, destMax, count, format, arguments);
  va_end(arguments);
  return written;
}

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_SECUREC_H_
