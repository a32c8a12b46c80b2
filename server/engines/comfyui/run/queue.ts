import { isRecord } from '../client/frames';

export interface QueuePosition {
  state: 'running' | 'pending';
  /** Number of prompts of all clients that run or wait before this one. */
  ahead: number;
  /** The prompt waits and nothing runs. Can be true briefly while a prompt moves from queued to running. */
  isIdle?: true;
}

/** Finds a prompt in the response of `GET /queue`; `null` if it is not there. */
export function findQueuePosition(response: unknown, promptId: string): QueuePosition | null {
  if (!isRecord(response)) return null;
  const running = idsIn(response['queue_running']);
  if (running.some(({ id }) => id === promptId)) return { state: 'running', ahead: 0 };
  // The list is a heap, so the number decides the order.
  const pending = idsIn(response['queue_pending']);
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
