#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdint.h>

/// The number of blocks this process has allocated since it started, on all threads; -1 if nothing counts them.
int64_t allocation_count(void);

/// Returns unused pages to the system, if the allocator supports it.
void return_free_memory(void);

/// The compiler that built this file, as it names itself.
const char *compiler_version(void);

/// Does nothing, but the optimiser must assume that it reads and changes the memory at `value`.
void opaque_touch(void *value);

#endif
