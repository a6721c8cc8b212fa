// Removed when the first folder has tests.
