import type { StreamHealth } from '../live/live-store';

/** How true the screen is, as people are told it. */
export type Liveness =
  | { kind: 'live' }
  | { kind: 'polling' }
  /** Nothing moves any more: what is shown is final. */
  | { kind: 'settled' }
  /** Answers come, but not good ones; or none came for a while. */
  | { kind: 'stale'; since: number }
  /** No answer at all. Null: there never was one. */
  | { kind: 'unreachable'; since: number | null };

export interface LivenessInput {
  health: StreamHealth;
  /** Wall-clock instant of the last good answer; 0 before the first. */
  updatedAt: number;
  /** The newest attempt failed. */
  failure: 'unreachable' | 'answered' | 'malformed' | null;
  hasActive: boolean;
  now: number;
}

/** Longer than the slowest poll of a visible tab, with room for a slow answer. */
export const STALE_AFTER_MS = 12_000;

export function livenessOf({ health, updatedAt, failure, hasActive, now }: LivenessInput): Liveness {
  if (failure === 'unreachable') return { kind: 'unreachable', since: updatedAt === 0 ? null : updatedAt };
  if (failure !== null) return { kind: 'stale', since: updatedAt };
  // A hidden tab polls seldom on purpose; the age is judged when it is looked at again.
  if (hasActive && updatedAt > 0 && health !== 'live' && now - updatedAt > STALE_AFTER_MS) {
    return { kind: 'stale', since: updatedAt };
  }
  if (health === 'live') return { kind: 'live' };
  return hasActive ? { kind: 'polling' } : { kind: 'settled' };
}
