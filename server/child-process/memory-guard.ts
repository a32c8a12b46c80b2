const INTERVAL_MS = 40;

/**
 * Ends this process with SIGKILL if it uses more memory than `forkScript` allowed, like the system's out-of-memory killer but
 * before the rest of the machine suffers. Decoders run on other threads and use native memory, which V8's limits do not count.
 * Does nothing in a process that was started without a limit.
 */
export function guardMemory(limitMb = Number(process.argv[2])): void {
  if (!(limitMb > 0)) return;
  const limitBytes = limitMb * 1024 ** 2;
  const watch = () => {
    if (process.memoryUsage.rss() > limitBytes) process.kill(process.pid, 'SIGKILL');
  };
  setInterval(watch, INTERVAL_MS).unref();
}
