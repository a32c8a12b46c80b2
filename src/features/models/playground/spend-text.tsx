import { readResponseHeaders } from '@contract/router/headers';
import type { RunFailure } from '@/api/runs/run-record';
import { formatCents } from '@/lib/format';

/** What a refusal says of the money that is held for calls in flight; nothing where it says none. */
export function SpendText({ failure }: { failure: RunFailure }) {
  const { spend } = readResponseHeaders(new Headers(failure.headers.map(([name, value]) => [name, value])));
  if (!spend) return null;
  const { limit, current, remaining } = spend;
  return (
    <p>
      {formatCents(current)} of {formatCents(limit)} are held for calls in flight.{' '}
      {remaining > 0
        ? `If its cost is the reason, this call needs more than the ${formatCents(remaining)} that are left.`
        : 'Nothing is left until one of them ends.'}
    </p>
  );
}
