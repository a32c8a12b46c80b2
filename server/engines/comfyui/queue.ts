import { isRecord } from './frames';

export interface QueuePlace {
  state: 'running' | 'pending';
  /** Prompts of anybody that run or wait before this one. */
  ahead: number;
  /** It waits, and nothing runs. Of a moment only: a prompt may be on its way from one to the other. */
  isIdle?: true;
}

/** Where a prompt stands in the answer of `GET /queue`; null where it does not. */
export function findQueuePosition(answer: unknown, promptId: string): QueuePlace | null {
  if (!isRecord(answer)) return null;
  const running = idsIn(answer['queue_running']);
  if (running.some(({ id }) => id === promptId)) return { state: 'running', ahead: 0 };
  // A heap, not a list: the number decides who is first.
  const pending = idsIn(answer['queue_pending']);
  const own = pending.find(({ id }) => id === promptId);
  if (!own) return null;
  const ahead = running.length + pending.filter(({ number }) => number < own.number).length;
  return { state: 'pending', ahead, ...(running.length === 0 ? { isIdle: true } : {}) };
}

function idsIn(list: unknown): { id: string; number: number }[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) => {
    if (!Array.isArray(item) || typeof item[1] !== 'string') return [];
    return [{ id: item[1], number: typeof item[0] === 'number' ? item[0] : 0 }];
  });
}
