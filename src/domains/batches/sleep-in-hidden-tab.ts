import { sleepUntil } from '@/lib/sleep-until';
import { startWorker } from '@/lib/worker-factory';
import type { TimerRequest } from './timer-protocol';
// oxlint-disable-next-line import/default -- Vite creates the module of this URL
import timerWorkerUrl from './timer-worker?worker&url';

let worker: Worker | null = null;
let lastId = 0;
const timers = new Map<number, () => void>();

/**
 * Like `sleepUntil`, also in a hidden tab: browsers delay timers of hidden pages by up to a minute, but not those of workers. A batch
 * of short jobs would otherwise wait most of the time.
 */
export function sleepInHiddenTab(until: number, wake: Promise<void>): Promise<void> {
  if (!document.hidden) return sleepUntil(until, wake);
  const timer = workerTimer(until - Date.now()).catch(() => wake);
  return sleepUntil(until, Promise.race([wake, timer]));
}

/** Rejects if the browser cannot start the worker. */
function workerTimer(ms: number): Promise<void> {
  return new Promise((resolve) => {
    lastId += 1;
    timers.set(lastId, resolve);
    const request: TimerRequest = { id: lastId, ms: Math.max(0, ms) };
    timerWorker().postMessage(request);
  });
}

function timerWorker(): Worker {
  if (worker) return worker;
  worker = startWorker(timerWorkerUrl);
  worker.addEventListener('message', ({ data: id }: MessageEvent<number>) => {
    timers.get(id)?.();
    timers.delete(id);
  });
  return worker;
}
