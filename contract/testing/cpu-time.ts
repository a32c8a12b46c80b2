const MAX_RUNS = 5;

/** Runs `work` once. @returns the processor time of this process in ms; unlike elapsed time, it leaves out other processes */
export function cpuMs(work: () => unknown): number {
  const startedAt = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(startedAt);
  return (user + system) / 1000;
}

/**
 * Runs `work` until a run takes less than `limitMs`, at most five times: garbage of earlier specs may be collected during a run.
 * @returns the processor time of the fastest run in ms
 */
export function leastCpuMs(limitMs: number, work: () => unknown): number {
  let least = Infinity;
  for (let run = 0; run < MAX_RUNS && least >= limitMs; run += 1) least = Math.min(least, cpuMs(work));
  return least;
}
