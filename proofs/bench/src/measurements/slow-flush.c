/* Replaces the flush of files in a program that loads this first (LD_PRELOAD): it takes FLUSH_MICROSECONDS, and writes nothing. */
#include <stdlib.h>
#include <unistd.h>

static int flush(void) {
  const char *time = getenv("FLUSH_MICROSECONDS");
  if (time) usleep(atoi(time));
  return 0;
}

int fsync(int file) {
  (void)file;
  return flush();
}

int fdatasync(int file) {
  (void)file;
  return flush();
}
