/** More runs than this stand in columns that are too narrow to read. */
export const MAX_COMPARED = 4;

/** A column for each run, once there is width for them. */
export const COMPARE_COLUMNS = ['', 'sm:grid-cols-1', 'sm:grid-cols-2', 'sm:grid-cols-3', 'sm:grid-cols-4'];
