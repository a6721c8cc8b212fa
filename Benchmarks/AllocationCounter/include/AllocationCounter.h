#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdint.h>

/// How many blocks this process has allocated since it began, on all threads; -1 where nothing counts them.
int64_t allocation_count(void);

/// Gives the pages that hold nothing any more back to the system, where the allocator can.
void return_free_memory(void);

/// The compiler that built this, as it names itself.
const char *compiler_version(void);

/// Does nothing, in a way that no optimiser sees: what lies at `value` counts as read and as changed.
void opaque_touch(void *value);

#endif
