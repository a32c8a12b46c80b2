import { useQuery } from '@tanstack/react-query';
import { isApiError } from '@/api/api-error';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import type { ConnectionStatus } from '@/features/jobs/connection-status';
import { LOCAL_SURFACE } from '@/api/surface';
import { formatDuration } from '@/lib/format';
import { useNow } from '@/lib/hooks/use-now';

interface StaleBannerProps {
  connection: ConnectionStatus;
  onRetry: () => void;
}

/** Shown above data that could not be refreshed. */
export function StaleBanner({ connection, onRetry }: StaleBannerProps) {
  if (connection.kind !== 'unreachable' || connection.since === null) return null;
  return <Banner since={connection.since} onRetry={onRetry} />;
}

function Banner({ since, onRetry }: { since: number; onRetry: () => void }) {
  const now = useNow(1000);
  // Refetched on mount: if the whole gateway is down, the banner of the shell reports it.
  const { error } = useQuery({ ...gatewayStatusQuery(LOCAL_SURFACE), refetchOnMount: 'always' });
  if (isApiError(error) && error.kind === 'unreachable') return null;
  return (
    <div
      role="alert"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-bad-soft px-4 py-2 md:px-5"
    >
      <span className="font-semibold text-bad">Server unreachable.</span>
      <span className="text-text">
        Data is {formatDuration(Math.floor(Math.max(0, now - since) / 1000) * 1000)} old; jobs continue or stay queued.
      </span>
      <button type="button" className="ml-auto font-semibold text-accent hover:underline" onClick={onRetry}>
        Try now
      </button>
    </div>
  );
}
