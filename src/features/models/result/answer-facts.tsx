import { Check, Coins, Copy, DatabaseZap, History } from 'lucide-react';
import type { RunAnswer } from '@/api/runs/run-record';
import { formatDuration } from '@/lib/format';
import { middleEllipsis } from '@/lib/middle-ellipsis';
import { copyText } from '@/shared/copy-text';
import { Chip } from '@/ui/chip';

const ID_CHARS = 14;

/** How it ended, whether it ran, what it cost as far as it was told, and the id to ask somebody about it. */
export function AnswerFacts({ answer }: { answer: RunAnswer }) {
  const { status, durationMs, isReplayed, creditsUsed, requestId, isKept } = answer;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <Chip tone="ok" icon={<Check aria-hidden />}>
        {status} in {formatDuration(durationMs)}
      </Chip>
      {isReplayed ? (
        <Chip icon={<History aria-hidden />} title="Served from the record of an earlier call with this key">
          replayed, not run again
        </Chip>
      ) : null}
      {creditsUsed === null ? null : (
        <Chip icon={<Coins aria-hidden />} title="As the router told it with the answer; not a settled price">
          {creditsUsed} {creditsUsed === '1' ? 'credit' : 'credits'}
        </Chip>
      )}
      {isKept ? null : (
        <Chip tone="warn" icon={<DatabaseZap aria-hidden />} title="There was no room for it: it ends with this page">
          not kept
        </Chip>
      )}
      {requestId === null ? null : (
        <button
          type="button"
          aria-label={`Copy the request id ${requestId}`}
          title={`Request ${requestId}`}
          className="group flex items-center gap-1 rounded px-1 font-mono text-xs text-faint hover:text-text"
          onClick={() => void copyText(requestId, 'Request id')}
        >
          {middleEllipsis(requestId, ID_CHARS)}
          <Copy aria-hidden className="size-3" />
        </button>
      )}
    </div>
  );
}
