import { CircleAlert, Trash2, TriangleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import type { SweepAxis } from '@/domains/drafts/sweep-form';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import type { BuiltAxis } from '../plan/build-sweep';
import type { AxisProblem } from '../plan/axis-values';

interface AxisCardProps {
  /** Starts at 1. */
  number: number;
  kind: SweepAxis['kind'];
  /** `undefined` while the axis is being expanded for the first time. */
  built: BuiltAxis | undefined;
  /** Whether to say what is missing: not before the user has tried to start. */
  showsMissing: boolean;
  onRemove: () => void;
  children: ReactNode;
}

/** Frame of one axis: its editor, the number of its values, and its problems. */
export function AxisCard({ number, kind, built, showsMissing, onRemove, children }: AxisCardProps) {
  const headingId = useId();
  const count = built?.axis?.rows.length ?? 0;
  return (
    <section
      aria-labelledby={headingId}
      className="flex flex-col gap-3 rounded-xl border border-line px-3.5 pt-2 pb-3.5"
    >
      <header className="flex items-center gap-2">
        <h3 id={headingId} className="font-semibold">
          {t('Axis {number}', { number })}
        </h3>
        <span className="text-sm text-muted tabular-nums">
          {count === 0
            ? null
            : kind === 'csv'
              ? t('{count, plural, one {# row} other {# rows}}', { count })
              : t('{count, plural, one {# value} other {# values}}', { count })}
        </span>
        <Button
          size="icon-sm"
          tone="ghost"
          className="-mr-1.5 ml-auto"
          aria-label={t('Remove axis {number}', { number })}
          title={t('Remove')}
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
        </Button>
      </header>
      {children}
      <Problems problems={(built?.problems ?? []).filter(({ severity }) => showsMissing || severity !== 'missing')} />
    </section>
  );
}

const SHOWN_PROBLEMS = 3;

function Problems({ problems }: { problems: readonly AxisProblem[] }) {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const shown = errors.length > 0 ? errors : problems;
  const rest = shown.length - SHOWN_PROBLEMS;
  return (
    <div role="status" className="flex flex-col gap-1 text-sm empty:hidden">
      {shown.slice(0, SHOWN_PROBLEMS).map(({ message, severity }) => (
        <p
          key={message}
          className={
            severity === 'error'
              ? 'flex gap-1.5 text-bad'
              : severity === 'warning'
                ? 'flex gap-1.5 text-warn'
                : 'text-muted'
          }
        >
          {severity === 'error' ? <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" /> : null}
          {severity === 'warning' ? <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" /> : null}
          <span className="min-w-0 wrap-anywhere">{message}</span>
        </p>
      ))}
      {rest > 0 ? (
        <p className="text-muted">
          {t('and {count, plural, one {# more problem} other {# more problems}}', { count: rest })}
        </p>
      ) : null}
    </div>
  );
}
