import type { TimerRequest } from './timer-protocol';

self.addEventListener('message', ({ data: { id, ms } }: MessageEvent<TimerRequest>) => {
  setTimeout(() => self.postMessage(id), ms);
});
