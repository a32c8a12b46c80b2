import fc from 'fast-check';

/** Properties of browser storage run in a page, which has no environment. */
const FUZZ_SEED = typeof process === 'undefined' ? undefined : process.env['FLOWDECK_FUZZ_SEED'];
const FIXED_SEED = 20_261_122;
/** Below the timeout of the slowest tests, so that a property finishes in time regardless of its number of runs. */
const FUZZ_MS_A_PROPERTY = 12_000;

/**
 * Number of runs of a property. `npm test` uses the same inputs each time, so that a failure is caused by a change; `npm run
 * fuzz` uses new ones, as many as fit into the time.
 */
export function runs(count: number): number {
  return FUZZ_SEED === undefined ? count : 1_000_000;
}

fc.configureGlobal(
  FUZZ_SEED === undefined
    ? { seed: FIXED_SEED }
    : { seed: Number(FUZZ_SEED), numRuns: runs(100), interruptAfterTimeLimit: FUZZ_MS_A_PROPERTY },
);

export { fc };
