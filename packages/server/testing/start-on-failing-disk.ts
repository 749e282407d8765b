import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OwnProcess, startOwnProcess } from './start-own-process.ts';
import { makeTestDirectory } from './start-test-server.ts';

/**
 * A simulated disk for SQLite's log, between the program and the C library. If a flush fails, the unwritten data is dropped, as
 * on Linux: it can still be read, but is never written. `<log>.disk` contains what a power cut would leave of the log.
 */
const disk = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static unsigned char dirty[65536];
static int log_of(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t n = readlink(link, path, 500);
  if (n < 4) return 0;
  path[n] = 0;
  return !strcmp(path + n - 4, "-wal");
}
static ssize_t put(int fd, const void *bytes, size_t length, off_t at) {
  ssize_t (*real)(int, const void *, size_t, off_t) = dlsym(RTLD_NEXT, "pwrite64");
  return real(fd, bytes, length, at);
}
static int flush(int fd, const char *name) {
  char path[512], image[600], page[4096];
  int is_log = log_of(fd, path);
  if (is_log && access(getenv("DISK_FAILS"), F_OK) == 0) {
    memset(dirty, 0, sizeof dirty);
    errno = EIO;
    return -1;
  }
  int (*real)(int) = dlsym(RTLD_NEXT, name);
  int result = real(fd);
  if (!is_log) return result;
  snprintf(image, sizeof image, "%s.disk", path);
  int copy = open(image, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  for (int i = 0; i < 65536; i++)
    if (dirty[i]) {
      ssize_t n = pread(fd, page, sizeof page, (off_t)i * 4096);
      if (n > 0) put(copy, page, n, (off_t)i * 4096);
      dirty[i] = 0;
    }
  close(copy);
  return result;
}
int fdatasync(int fd) { return flush(fd, "fdatasync"); }
int fsync(int fd) { return flush(fd, "fsync"); }
static ssize_t note(int fd, const void *bytes, size_t length, off_t at) {
  char path[512];
  if (length > 0 && log_of(fd, path))
    for (off_t i = at / 4096; i <= (off_t)((at + length - 1) / 4096); i++) dirty[i] = 1;
  return put(fd, bytes, length, at);
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t at) { return note(fd, bytes, length, at); }
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return note(fd, bytes, length, at); }
int ftruncate64(int fd, off_t length) {
  int (*real)(int, off_t) = dlsym(RTLD_NEXT, "ftruncate64");
  char path[512], image[600];
  if (log_of(fd, path)) {
    snprintf(image, sizeof image, "%s.disk", path);
    int copy = open(image, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    real(copy, length);
    close(copy);
  }
  return real(fd, length);
}
int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }
`;

/** True if the disk can be simulated, which requires Linux and a C compiler. */
export const canDiskFail = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0;

/** A server whose disk can be made to fail. */
export interface OnFailingDisk extends OwnProcess {
  /** Makes all flushes of the log fail, or all of them succeed. */
  fail(isFailing: boolean): void;
  /** Kills the server, and removes from its log everything that had not reached the disk. */
  cutPower(): Promise<void>;
}

/** Compiles the simulated disk once. Returns the path of the library, which is in the temporary folder of the test run. */
function compileDisk(): string {
  if (compiled !== undefined) return compiled;
  const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-disk-'));
  writeFileSync(join(folder, 'disk.c'), disk);
  execFileSync('cc', ['-shared', '-fPIC', '-o', 'disk.so', 'disk.c', '-ldl'], { cwd: folder });
  compiled = join(folder, 'disk.so');
  return compiled;
}
let compiled: string | undefined;

/** Starts a sandbox on a simulated disk. The sandbox ends with the test. */
export async function startOnFailingDisk(dataDir: string): Promise<OnFailingDisk> {
  const library = compileDisk();
  const mark = join(makeTestDirectory(), 'fails');
  const server = await startOwnProcess(dataDir, { LD_PRELOAD: library, DISK_FAILS: mark });
  return {
    ...server,
    fail: (isFailing) => (isFailing ? writeFileSync(mark, '') : rmSync(mark, { force: true })),
    cutPower: async () => {
      await server.end('SIGKILL');
      const log = join(dataDir, 'payments.db-wal');
      if (existsSync(`${log}.disk`)) renameSync(`${log}.disk`, log);
      rmSync(join(dataDir, 'payments.db-shm'), { force: true });
    },
  };
}
