// Loaded into the gateway by `loop-watch.mjs`: the first SIGUSR2 starts monitoring, the second writes the result.
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 1;
const watch = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
/** The monitor reports the interval between two samples, which includes one resolution. @param {number} nanoseconds */
const ms = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
let isWatching = false;

process.on('SIGUSR2', () => {
  if (!isWatching) {
    isWatching = true;
    watch.enable();
    return;
  }
  watch.disable();
  const file = process.env['BENCH_LOOP_FILE'] ?? '';
  writeFileSync(`${file}.new`, JSON.stringify({ p999: ms(watch.percentile(99.9)), max: ms(watch.max) }));
  renameSync(`${file}.new`, file);
});
