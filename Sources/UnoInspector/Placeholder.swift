// Removed when the first folder has sources.
