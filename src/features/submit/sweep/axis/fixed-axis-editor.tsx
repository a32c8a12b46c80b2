import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import type { FixedAxis } from '@/domains/drafts/sweep-form';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { useSession } from '../../draft/session/session-context';
import { readFixedAxis } from '../plan/fixed-axis';
import { removeFixedRow } from '../sweep-store';

const MAX_SHOWN = 100;

/** Values of a batch as they were, each of which can be removed. */
export function FixedAxisEditor({ axis }: { axis: FixedAxis }) {
  const { editor } = useSession();
  const { label, rows } = useMemo(() => readFixedAxis(axis), [axis]);
  const shown = rows.slice(0, MAX_SHOWN).map((row, index) => ({ ...row, index, key: String(index) }));
  return (
    <>
      <p className="text-muted">
        {t('{label}: the values of the batch. They can be removed, but not edited.', { label })}
      </p>
      <ul aria-label={t('Values of {label}', { label })} className="flex max-h-44 flex-col overflow-y-auto">
        {shown.map(({ key, index, label: text }) => (
          <li key={key} className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate" title={text}>
              {text || <span className="text-faint">{t('empty')}</span>}
            </span>
            <Button
              size="icon-sm"
              tone="ghost"
              aria-label={text ? t('Remove {name}', { name: text }) : t('Remove value {number}', { number: index + 1 })}
              title={t('Remove')}
              onClick={() => removeFixedRow(editor.state.draft.id, axis.id, index)}
            >
              <Trash2 aria-hidden />
            </Button>
          </li>
        ))}
        {rows.length > MAX_SHOWN ? (
          <li className="text-sm text-muted">
            {t('and {count, plural, one {# more value} other {# more values}}', { count: rows.length - MAX_SHOWN })}
          </li>
        ) : null}
      </ul>
    </>
  );
}
