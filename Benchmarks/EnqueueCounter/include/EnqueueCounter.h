#ifndef ENQUEUE_COUNTER_H
#define ENQUEUE_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Begins or ends to count the jobs that are handed to the pool of the concurrency runtime.
///
/// Counting puts a function between every enqueue and the pool, so figures of time are taken without it.
void count_enqueues(bool counts);

/// The number of jobs handed to the pool while counting, on all threads; -1 if the runtime has no hook to count with.
///
/// Jobs of the main actor, of task executors and of sleeping tasks go elsewhere and are not counted.
int64_t enqueue_count(void);

#endif
