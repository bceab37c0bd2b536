/* Loaded before a program, it refuses to share the memory of SQLite's WAL in the folder WITHOUT_WAL. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int is_wal_index(int file) {
  const char *folder = getenv("WITHOUT_WAL");
  char link[64], path[4096];
  if (folder == NULL) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strncmp(path, folder, strlen(folder)) == 0 && length > 4 && strcmp(path + length - 4, "-shm") == 0;
}

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
  static void *(*next)(void *, size_t, int, int, int, off_t);
  if (next == NULL) next = dlsym(RTLD_NEXT, "mmap");
  if (file >= 0 && (flags & MAP_TYPE) != MAP_PRIVATE && is_wal_index(file)) {
    errno = ENODEV;
    return MAP_FAILED;
  }
  return next(address, length, protection, flags, file, offset);
}

void *mmap64(void *address, size_t length, int protection, int flags, int file, off_t offset) {
  return mmap(address, length, protection, flags, file, offset);
}
