import type { Span } from '@/lib/format-range';

/** Returns how long a sweep takes if each job takes `typical`, with `parallel` of them running at a time. */
export function sweepDuration({ lowMs, highMs }: Span, count: number, parallel: number): Span {
  const rounds = Math.ceil(count / Math.max(1, parallel));
  return { lowMs: lowMs * rounds, highMs: highMs * rounds };
}
