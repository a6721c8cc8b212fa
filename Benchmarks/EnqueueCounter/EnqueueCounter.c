// Counts what is handed to the pool of the concurrency runtime, through the runtime's own hook: a variable that holds a
// function, which the runtime calls in the place of its implementation and passes the implementation to.

#define _GNU_SOURCE

#include "EnqueueCounter.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>

typedef __attribute__((swiftcall)) void (*enqueue)(void *job);
typedef __attribute__((swiftcall)) void (*enqueue_hook)(void *job, enqueue original);

static _Atomic(int64_t) enqueues;

static __attribute__((swiftcall)) void count_one(void *job, enqueue original) {
    atomic_fetch_add_explicit(&enqueues, 1, memory_order_relaxed);
    original(job);
}

// Looked up by name, so that a runtime without the variable still links.
static enqueue_hook *hook(void) { return (enqueue_hook *)dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobal_hook"); }

void count_enqueues(bool counts) {
    enqueue_hook *variable = hook();
    if (variable != NULL) *variable = counts ? count_one : NULL;
}

int64_t enqueue_count(void) {
    return hook() == NULL ? -1 : atomic_load_explicit(&enqueues, memory_order_relaxed);
}
