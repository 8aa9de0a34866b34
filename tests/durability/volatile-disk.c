/*
 * A disk with a volatile cache: preloaded into the processes of a server, it keeps a journal of what they change below a
 * directory, with what was there before, and of what they flush. At the power cut they die, and `volatile-disk.ts` takes from
 * the directory what nobody had flushed.
 *
 *   VOLATILE_ROOT     the directory, an absolute path without symbolic links
 *   VOLATILE_JOURNAL  a directory on the same file system: `journal`, and a second name for each file, by its inode, so that
 *                     no file is gone before its fate is decided
 *   VOLATILE_LIES     optional: flushes of paths that begin so are not noted, as on a disk that lies
 *
 * The model. The bytes and the length of a file last from the next fsync or fdatasync of that file on; its name (made, moved,
 * removed) from the next fsync of the directory that holds it, which is less than Linux file systems promise. A name whose
 * making is not seen here (mkdtemp) counts as flushed. Changes happen under one lock, so that the order of the journal is theirs,
 * and after the cut there are no more. SQLite's shared memory (-shm) is no part of the disk: it means nothing after a restart.
 * SQLite and libuv go through the functions below, as long as io_uring is off and nothing is copied by the kernel.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* The first page of the journal, which all processes and the test share; records follow it. */
struct head {
  _Atomic uint64_t cut;   /* the call that does not happen any more, 0 for none; the test sets it at any time */
  _Atomic uint64_t calls; /* calls that may change something, flushes among them */
  uint64_t end;           /* where the next record goes */
  uint64_t is_off;
  uint64_t server; /* the first process, which started the others */
  pthread_mutex_t lock;
};
enum { page = 4096 };

enum kind { flushed = 1, written, truncated, made, removed, moved };

/* `owner` is the inode whose flush makes the change last. Bytes follow: those that a change of a file replaces, or paths. */
struct record {
  uint64_t call, kind, owner, inode;
  uint64_t offset, count; /* of a change of a file */
  uint64_t size;          /* of the file before it */
  uint64_t length;        /* of the bytes that follow */
};

static const char *root, *directory, *lies;
static struct head *head;
static int journal = -1;

/* The function that this one stands before. */
#define NEXT(name)                                                       \
  ({                                                                     \
    static __typeof__(name) *next;                                       \
    if (!next) next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name);       \
    next;                                                                \
  })

static void fail(const char *what) {
  dprintf(STDERR_FILENO, "volatile disk: %s\n", what);
  abort();
}

__attribute__((constructor)) static void start(void) {
  root = getenv("VOLATILE_ROOT");
  directory = getenv("VOLATILE_JOURNAL");
  lies = getenv("VOLATILE_LIES");
  if (!root || !directory) fail("VOLATILE_ROOT and VOLATILE_JOURNAL are needed");
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/journal", directory);
  journal = NEXT(open64)(path, O_RDWR | O_CLOEXEC);
  if (journal < 0) fail("there is no journal");
  head = NEXT(mmap64)(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED, journal, 0);
  if (head == MAP_FAILED) fail("the journal cannot be shared");
  if (head->server) return;
  head->server = getpid();
  head->end = page;
  pthread_mutexattr_t shared;
  pthread_mutexattr_init(&shared);
  pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&head->lock, &shared);
}

static int watches(const char *path) {
  size_t length = strlen(path), above = head ? strlen(root) : 0;
  return head && strncmp(path, root, above) == 0 && (path[above] == '/' || path[above] == 0) &&
         (length < 4 || strcmp(path + length - 4, "-shm") != 0);
}

/* Whether a descriptor is of a file or directory below the root, and which. */
static int watches_open(int fd, char path[PATH_MAX]) {
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  path[length < 0 ? 0 : length] = 0;
  return watches(path);
}

/* Begins a change, or is the cut. Whoever comes later, in whichever process, finds the power off. */
static void begin(void) {
  pthread_mutex_lock(&head->lock);
  uint64_t call = ++head->calls, cut = head->cut;
  if (!head->is_off && (cut == 0 || call < cut)) return;
  head->is_off = 1;
  pthread_mutex_unlock(&head->lock);
  kill(head->server, SIGKILL);
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

static void end(void) { pthread_mutex_unlock(&head->lock); }

static void note(struct record record, const void *bytes) {
  record.call = head->calls;
  struct iovec parts[] = {{&record, sizeof record}, {(void *)bytes, record.length}};
  ssize_t length = sizeof record + record.length;
  if (NEXT(pwritev64)(journal, parts, 2, head->end) != length) fail("the journal cannot be written");
  head->end += length;
}

/* Gives a file its second name. */
static void pin(const char *path, uint64_t inode) {
  char second[PATH_MAX];
  snprintf(second, sizeof second, "%s/%lu", directory, (unsigned long)inode);
  if (linkat(AT_FDCWD, path, AT_FDCWD, second, AT_SYMLINK_FOLLOW) && errno != EEXIST) fail("a file cannot be kept");
}

/* Notes the bytes of an open file from `offset` on, which are about to be replaced or cut off, and its size. */
static void note_bytes(int fd, enum kind kind, uint64_t offset, uint64_t count) {
  struct stat file;
  char link[32];
  fstat(fd, &file);
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  pin(link, file.st_ino);
  uint64_t size = file.st_size, rest = offset < size ? size - offset : 0, length = count < rest ? count : rest;
  char *bytes = malloc(length + 1);
  if (pread64(fd, bytes, length, offset) != (ssize_t)length) fail("a file cannot be read");
  note((struct record){0, kind, file.st_ino, file.st_ino, offset, count, size, length}, bytes);
  free(bytes);
}

static uint64_t inode_of(const char *path) {
  struct stat found;
  return lstat(path, &found) ? 0 : found.st_ino;
}

/* Notes a change of names; `paths` are one, or two with a NUL between them, and the last one is in the directory that owns it. */
static void note_name(enum kind kind, uint64_t inode, const char *paths, size_t length, const char *last) {
  char parent[PATH_MAX];
  snprintf(parent, sizeof parent, "%s", last);
  note((struct record){0, kind, inode_of(dirname(parent)), inode, 0, 0, 0, length}, paths);
}

static void note_path(enum kind kind, uint64_t inode, const char *path) {
  note_name(kind, inode, path, strlen(path), path);
}

/* Keeps a file that is about to lose its name, and answers its inode: 0 where there is no file, but nothing or a directory. */
static uint64_t keep(const char *path) {
  struct stat found;
  if (lstat(path, &found) || S_ISDIR(found.st_mode)) return 0;
  pin(path, found.st_ino);
  return found.st_ino;
}

/* ---- What writes to files ---- */

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
  char path[PATH_MAX];
  if (!watches_open(fd, path)) return NEXT(pwritev64)(fd, parts, count, offset);
  uint64_t length = 0;
  for (int at = 0; at < count; at++) length += parts[at].iov_len;
  begin();
  note_bytes(fd, written, offset, length);
  ssize_t done = NEXT(pwritev64)(fd, parts, count, offset);
  end();
  return done;
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
  char path[PATH_MAX];
  if (!watches_open(fd, path)) return NEXT(pwrite64)(fd, bytes, count, offset);
  return pwritev64(fd, &(struct iovec){(void *)bytes, count}, 1, offset);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  char path[PATH_MAX];
  if (!watches_open(fd, path)) return NEXT(writev)(fd, parts, count);
  off64_t offset = lseek64(fd, 0, fcntl(fd, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR);
  ssize_t done = pwritev64(fd, parts, count, offset);
  if (done > 0) lseek64(fd, offset + done, SEEK_SET);
  return done;
}

ssize_t write(int fd, const void *bytes, size_t count) {
  char path[PATH_MAX];
  if (!watches_open(fd, path)) return NEXT(write)(fd, bytes, count);
  return writev(fd, &(struct iovec){(void *)bytes, count}, 1);
}

static int truncate_open(int fd, off64_t size) {
  struct stat file;
  fstat(fd, &file);
  note_bytes(fd, truncated, size, size < file.st_size ? file.st_size - size : 0);
  return NEXT(ftruncate64)(fd, size);
}

int ftruncate64(int fd, off64_t size) {
  char path[PATH_MAX];
  if (!watches_open(fd, path)) return NEXT(ftruncate64)(fd, size);
  begin();
  int result = truncate_open(fd, size);
  end();
  return result;
}

void *mmap64(void *address, size_t length, int protection, int flags, int fd, off64_t offset) {
  char path[PATH_MAX];
  int writes = fd >= 0 && (flags & MAP_SHARED) && (protection & PROT_WRITE);
  if (writes && watches_open(fd, path)) fail("a file is written through memory, which is not seen here");
  return NEXT(mmap64)(address, length, protection, flags, fd, offset);
}

/* ---- What flushes ---- */

static int flush(int fd, int (*next)(int)) {
  char path[PATH_MAX];
  if (!watches_open(fd, path)) return next(fd);
  begin();
  struct stat file;
  int result = next(fd);
  if (result == 0 && fstat(fd, &file) == 0 && !(lies && strncmp(path, lies, strlen(lies)) == 0))
    note((struct record){0, flushed, file.st_ino, 0, 0, 0, 0, 0}, NULL);
  end();
  return result;
}

int fsync(int fd) { return flush(fd, NEXT(fsync)); }
int fdatasync(int fd) { return flush(fd, NEXT(fdatasync)); }

/* ---- What makes, moves and removes names ---- */

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (!watches(path)) return NEXT(open64)(path, flags, mode);
  /* What is to be overwritten must be read first. */
  if ((flags & O_ACCMODE) == O_WRONLY) flags = (flags & ~O_ACCMODE) | O_RDWR;
  if (!(flags & (O_CREAT | O_TRUNC))) return NEXT(open64)(path, flags, mode);
  begin();
  int is_new = inode_of(path) == 0;
  int fd = NEXT(open64)(path, flags & ~O_TRUNC, mode);
  if (fd >= 0 && is_new) note_path(made, inode_of(path), path);
  if (fd >= 0 && !is_new && (flags & O_TRUNC)) truncate_open(fd, 0);
  end();
  return fd;
}

int mkdir(const char *path, mode_t mode) {
  if (!watches(path)) return NEXT(mkdir)(path, mode);
  begin();
  int result = NEXT(mkdir)(path, mode);
  if (result == 0) note_path(made, inode_of(path), path);
  end();
  return result;
}

int rename(const char *from, const char *to) {
  if (!watches(to)) return NEXT(rename)(from, to);
  begin();
  char paths[2 * PATH_MAX];
  int length = snprintf(paths, sizeof paths, "%s%c%s", from, 0, to);
  uint64_t replaced = keep(to);
  int result = NEXT(rename)(from, to);
  if (result == 0) note_name(moved, replaced, paths, length, to);
  end();
  return result;
}

int unlinkat(int at, const char *name, int flags) {
  char path[2 * PATH_MAX] = "";
  if (*name != '/' && at != AT_FDCWD && watches_open(at, path)) strcat(path, "/");
  strncat(path, name, PATH_MAX - 1);
  if (!watches(path)) return NEXT(unlinkat)(at, name, flags);
  begin();
  uint64_t inode = keep(path);
  int result = NEXT(unlinkat)(at, name, flags);
  if (result == 0) note_path(removed, inode, path);
  end();
  return result;
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int remove(const char *path) {
  int result = unlink(path);
  return result && errno == EISDIR ? rmdir(path) : result;
}

/* On 64-bit systems these are the same. */
int open(const char *path, int flags, ...) __attribute__((alias("open64")));
int ftruncate(int fd, off_t size) __attribute__((alias("ftruncate64")));
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) __attribute__((alias("pwrite64")));
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) __attribute__((alias("pwritev64")));
