import fc from 'fast-check';

const FUZZ_SEED = process.env['FLOWDECK_FUZZ_SEED'];
const FIXED_SEED = 20_261_122;
/** Below the time limit of the slowest tests, so that a property ends well however many runs it is given. */
const FUZZ_MS_A_PROPERTY = 12_000;

/**
 * How often a property is tried. `npm test` draws the same input each time, so that a failure tells of what changed;
 * `npm run fuzz` draws others, as many as fit into the time.
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
