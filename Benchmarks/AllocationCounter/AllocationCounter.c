// Counts allocations by replacing the C library's entry points: in an ELF executable, the definitions here take
// precedence over those of the shared libraries, also for the Swift runtime. They call glibc's own functions.

#include "AllocationCounter.h"

#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__linux__) && defined(__GLIBC__) && !defined(SANITIZED)

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

// One counter per thread, each in a cache line of its own, to avoid contention: only its own thread writes a counter,
// with a plain store; the reader adds them up. Threads beyond the last slot share it, with an atomic addition. Slots
// are never reused, so that the counts of ended threads stay in the sum.
enum { slot_count = 1024 };

typedef struct {
    _Alignas(64) _Atomic(int64_t) count;
} slot;

static slot slots[slot_count];
static _Atomic(int) slots_taken;
static _Thread_local slot *own_slot;

static void count_one(void) {
    slot *mine = own_slot;
    if (__builtin_expect(mine == NULL, 0)) {
        int index = atomic_fetch_add_explicit(&slots_taken, 1, memory_order_relaxed);
        mine = own_slot = &slots[index < slot_count - 1 ? index : slot_count - 1];
    }
    if (__builtin_expect(mine == &slots[slot_count - 1], 0)) {
        atomic_fetch_add_explicit(&mine->count, 1, memory_order_relaxed);
    } else {
        int64_t count = atomic_load_explicit(&mine->count, memory_order_relaxed);
        atomic_store_explicit(&mine->count, count + 1, memory_order_relaxed);
    }
}

int64_t allocation_count(void) {
    int64_t sum = 0;
    int taken = atomic_load_explicit(&slots_taken, memory_order_relaxed);
    for (int index = 0; index < (taken < slot_count ? taken : slot_count); index++)
        sum += atomic_load_explicit(&slots[index].count, memory_order_relaxed);
    return sum;
}

int64_t allocated_bytes(void) {
#if __GLIBC_PREREQ(2, 33)
    struct mallinfo2 info = mallinfo2();
    return (int64_t)(info.uordblks + info.hblkhd);
#else
    return -1;
#endif
}

void release_free_memory(void) { malloc_trim(0); }

void *malloc(size_t size) {
    count_one();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    count_one();
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    count_one();
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    count_one();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count_one();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
    count_one();
    void *made = __libc_memalign(alignment, size);
    if (made == NULL) return ENOMEM;
    *block = made;
    return 0;
}

#else

int64_t allocation_count(void) { return -1; }
int64_t allocated_bytes(void) { return -1; }
void release_free_memory(void) {}

#endif

const char *compiler_version(void) { return __VERSION__; }

void opaque_touch(void *value) { __asm__ volatile("" : : "r"(value) : "memory"); }
