/*
 * Replaces the flush to disk in a program that preloads this library (LD_PRELOAD). A flush then takes FLUSH_MICROSECONDS and
 * writes nothing.
 */
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
