import { useQuery } from '@tanstack/react-query';
import { isApiError } from '@/api/api-error';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import { LOCAL_SURFACE } from '@/api/surface';
import { formatDuration } from '@/lib/format';
import { useNow } from '@/lib/hooks/use-now';
import { t } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';

/** Above every page while the gateway is down: how to start it, and how old the data on screen is. */
export function GatewayDownBanner() {
  const { error, dataUpdatedAt, refetch } = useQuery(gatewayStatusQuery(LOCAL_SURFACE));
  const isDown = isApiError(error) && error.kind === 'unreachable';
  return isDown ? <Banner updatedAt={dataUpdatedAt} onRetry={() => void refetch()} /> : null;
}

/** @param updatedAt 0 if nothing was loaded since the page was opened */
function Banner({ updatedAt, onRetry }: { updatedAt: number; onRetry: () => void }) {
  const now = useNow(1000);
  const ageMs = Math.floor(Math.max(0, now - updatedAt) / 1000) * 1000;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-bad-soft px-4 py-2 md:px-5">
      {/* The age changes every second: it is not announced. */}
      <p role="alert">
        <span className="font-semibold text-bad">{t('Flowdeck is not running.')}</span>{' '}
        <Trans
          text="Start it with {command}, or in a clone with {cloneCommand}; this page reconnects automatically. Queued jobs, files and drafts are safe."
          values={{
            command: <code className="rounded bg-raised px-1 font-mono">flowdeck</code>,
            cloneCommand: <code className="rounded bg-raised px-1 font-mono">npm start</code>,
          }}
        />
      </p>
      {updatedAt > 0 ? (
        <span className="text-muted">{t('Last update {duration} ago.', { duration: formatDuration(ageMs) })}</span>
      ) : null}
      <button type="button" className="ml-auto font-semibold text-accent hover:underline" onClick={onRetry}>
        {t('Try now')}
      </button>
    </div>
  );
}
