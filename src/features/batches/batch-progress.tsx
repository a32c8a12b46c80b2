import type { BatchEntry } from '@/domains/batches/batch-entry';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { batchCounts, countsText } from './batch-state';

const PARTS = [
  ['succeeded', 'bg-ok'],
  ['failed', 'bg-bad'],
  ['canceled', 'bg-faint'],
  ['unsettled', 'bg-warn'],
  // Nothing of it is finished.
  ['inFlight', 'bg-accent/15'],
] as const;

/** Bar with a part for each outcome, and a faint one for what was sent; what is left stays empty. */
export function BatchProgress({ batch, className }: { batch: BatchEntry; className?: string }) {
  const counts = batchCounts(batch);
  const finished = counts.succeeded + counts.failed + counts.canceled + counts.unsettled;
  return (
    <div
      role="progressbar"
      aria-label={t('Progress of {title}', { title: batch.title })}
      aria-valuemin={0}
      aria-valuemax={batch.count}
      aria-valuenow={finished}
      aria-valuetext={countsText(batch)}
      className={classNames('flex h-1.5 overflow-hidden rounded-full bg-hover forced-color-adjust-none', className)}
    >
      {PARTS.map(([part, color]) =>
        counts[part] > 0 ? (
          <div
            key={part}
            className={classNames('h-full min-w-0.5', color)}
            style={{ width: `${(counts[part] / batch.count) * 100}%` }}
          />
        ) : null,
      )}
    </div>
  );
}
