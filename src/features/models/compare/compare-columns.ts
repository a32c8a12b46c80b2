/** Grid classes by number of runs: one column per run on wide screens. */
export const COMPARE_COLUMNS = ['', 'sm:grid-cols-1', 'sm:grid-cols-2', 'sm:grid-cols-3', 'sm:grid-cols-4'];
