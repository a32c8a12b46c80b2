import { Coins, Copy, DatabaseZap, History, ListX, Route } from 'lucide-react';
import type { RunResponse } from '@/domains/model-calls/run-record';
import { formatCredits } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { middleEllipsis } from '@/lib/middle-ellipsis';
import { copyText } from '@/shared/copy-text';
import { Chip } from '@/ui/chip';
import { servedBy } from './served-by';

const ID_CHARS = 14;
const SHOWN_NAMES = 2;

/** Delivery and reported cost of a call, and the request id for error reports. */
export function ResponseDetails({
  response,
  modelId,
  isFree,
}: {
  response: RunResponse;
  modelId: string;
  isFree: boolean;
}) {
  const { isReplayed, creditsUsed, requestId, isKept } = response;
  const { provider, dropped } = servedBy(response, modelId);
  return (
    <>
      {isReplayed ? (
        <Chip icon={<History aria-hidden />} title={t('Served from the record of an earlier call with this key')}>
          {t('replayed, not run again')}
        </Chip>
      ) : null}
      {provider === null ? null : (
        <Chip
          icon={<Route aria-hidden />}
          title={t("The router had another provider run it than the one of the model's ID")}
        >
          {t('run by {provider}', { provider })}
        </Chip>
      )}
      {dropped.length === 0 ? null : (
        <Chip
          tone="warn"
          className="max-w-full min-w-0 shrink"
          icon={<ListX aria-hidden />}
          title={t('The provider that ran it does not support these inputs: {names}', {
            names: dropped.join(', '),
          })}
        >
          <span className="min-w-0 truncate">{omittedText(dropped)}</span>
        </Chip>
      )}
      {creditsUsed === null || isFree ? null : (
        <Chip icon={<Coins aria-hidden />} title={t('As reported by the router; not a final price')}>
          {formatCredits(creditsUsed)}
        </Chip>
      )}
      {isKept ? null : (
        <Chip
          tone="warn"
          icon={<DatabaseZap aria-hidden />}
          title={t('There was no room for it: it ends with this page')}
        >
          {t('not kept')}
        </Chip>
      )}
      {requestId === null ? null : (
        <button
          type="button"
          aria-label={t('Copy request ID {requestId}', { requestId })}
          title={t('Request {requestId}', { requestId })}
          className="group flex items-center gap-1 rounded px-1 font-mono text-xs text-faint hover:text-text max-sm:hidden"
          onClick={() => void copyText(requestId, t('Request ID'))}
        >
          {middleEllipsis(requestId, ID_CHARS)}
          <Copy aria-hidden className="size-3" />
        </button>
      )}
    </>
  );
}

function omittedText(names: readonly string[]): string {
  const more = names.length - SHOWN_NAMES;
  const shown = names.slice(0, SHOWN_NAMES).join(', ');
  return more > 0
    ? t('left out: {names} and {count} more', { names: shown, count: more })
    : t('left out: {names}', { names: shown });
}
