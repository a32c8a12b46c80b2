import type { ListedJob } from '@contract/jobs/schemas';
import type { StreamHealth } from '@/api/live/live-store';

/** Connection status as shown to the user. */
export type ConnectionStatus =
  | { kind: 'live' }
  | { kind: 'polling' }
  /** No more changes are expected: the data is final. */
  | { kind: 'settled' }
  /** Responses are errors, or none arrived for a while. */
  | { kind: 'stale'; since: number }
  /** No response. `null`: there has never been one. */
  | { kind: 'unreachable'; since: number | null };

export interface ConnectionStatusInput {
  health: StreamHealth;
  /** Wall-clock timestamp of the last successful response; 0 before the first. */
  updatedAt: number;
  /** Failure of the latest attempt. */
  failure: 'unreachable' | 'answered' | 'malformed' | null;
  hasActive: boolean;
  now: number;
}

/** Longer than the slowest poll interval of a visible tab, with a margin for a slow response. */
export const STALE_AFTER_MS = 12_000;

export function toConnectionStatus({
  health,
  updatedAt,
  failure,
  hasActive,
  now,
}: ConnectionStatusInput): ConnectionStatus {
  if (failure === 'unreachable') return { kind: 'unreachable', since: updatedAt === 0 ? null : updatedAt };
  if (failure !== null) return { kind: 'stale', since: updatedAt };
  // A hidden tab polls rarely on purpose; its age is evaluated once it is visible again.
  if (hasActive && updatedAt > 0 && health !== 'live' && now - updatedAt > STALE_AFTER_MS) {
    return { kind: 'stale', since: updatedAt };
  }
  if (health === 'live') return { kind: 'live' };
  return hasActive ? { kind: 'polling' } : { kind: 'settled' };
}

/** Nothing is live about runs whose engine does not respond, although the gateway does. @param jobs those on screen */
export function withoutPulse(connection: ConnectionStatus, jobs: readonly ListedJob[]): ConnectionStatus {
  if (connection.kind !== 'live' && connection.kind !== 'polling') return connection;
  const running = jobs.filter(({ status }) => status === 'running' || status === 'canceling');
  return running.length > 0 && running.every(({ progress }) => progress?.stalled) ? { kind: 'settled' } : connection;
}
