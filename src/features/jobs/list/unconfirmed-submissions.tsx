import type { OutboxEntry } from '@/domains/outbox/outbox-entry';
import { findSurface, type Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { EntryNotice } from '@/shared/outbox/entry-notice';

export interface UnconfirmedSubmissionsProps {
  /** Surface of the page. */
  surface: Surface;
  entries: readonly OutboxEntry[];
  /** Whether it has its own tab; otherwise, it is above the jobs. */
  isAlone: boolean;
}

/** Submissions of this browser for which it is unknown whether they became jobs. */
export function UnconfirmedSubmissions({ surface, entries, isAlone }: UnconfirmedSubmissionsProps) {
  if (entries.length === 0) {
    return isAlone ? <p className="p-5 text-muted">{t('No unconfirmed runs.')}</p> : null;
  }
  return (
    <section
      aria-labelledby="maybe-submitted"
      className={classNames(
        'flex flex-col gap-2 overflow-y-auto px-4 py-3 md:px-5',
        isAlone ? 'min-h-0 flex-1' : 'max-h-[40dvh] shrink-0 border-b border-line',
      )}
    >
      <h2 id="maybe-submitted" className="text-sm font-semibold text-muted">
        {t('Unconfirmed')} <span className="font-normal">{formatInteger(entries.length)}</span>
      </h2>
      {entries.map((entry) => (
        <EntryNotice key={entry.id} surface={findSurface(entry.surfaceId) ?? surface} entry={entry} isTitled />
      ))}
    </section>
  );
}
