#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdint.h>

/// The number of blocks this process has allocated since it started, on all threads; -1 if nothing counts them.
int64_t allocation_count(void);

/// The bytes of all blocks that are in use, with what the allocator adds to each; -1 if nothing counts them.
int64_t allocated_bytes(void);

/// Gives memory that has been freed back to the system, so that the resident set is what is in use; nothing if the allocator
/// cannot.
void release_free_memory(void);

/// The compiler that built this file, as it names itself.
const char *compiler_version(void);

/// Does nothing, but the optimiser must assume that it reads and changes the memory at `value`.
void opaque_touch(void *value);

#endif
