const INTERVAL_MS = 40;

/**
 * Ends this process when it holds more memory than `forkScript` allowed, with SIGKILL as the out-of-memory killer of the
 * system does it, but before the rest of the machine suffers. Decoders run on other threads and hold native memory, which
 * no limit of V8 counts. Does nothing in a process that was started without a limit.
 */
export function guardMemory(limitMb = Number(process.argv[2])): void {
  if (!(limitMb > 0)) return;
  const limitBytes = limitMb * 1024 ** 2;
  const watch = () => {
    if (process.memoryUsage.rss() > limitBytes) process.kill(process.pid, 'SIGKILL');
  };
  setInterval(watch, INTERVAL_MS).unref();
}
