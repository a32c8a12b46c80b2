import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '@/lib/i18n/messages';
import type { FormProblem } from './problem';

const MAX_SHOWN = 6;

interface ProblemSummaryProps<T extends FormProblem> {
  problems: readonly T[];
  /** Moves the focus to the field of a problem. */
  onGo: (problem: T) => unknown;
  /** Returns the button that fixes a problem, if there is one. */
  renderFix?: (problem: T) => ReactNode;
  /** Announced along with the problems, above them. */
  children?: ReactNode;
}

/**
 * Lists the problems of a form; each line leads to its field. The live region is on the page before there is a problem, because
 * screen readers announce only changes within a region that they know.
 */
export function ProblemSummary<T extends FormProblem>({
  problems,
  onGo,
  renderFix,
  children = null,
}: ProblemSummaryProps<T>) {
  const isEmpty = problems.length === 0 && children === null;
  return (
    <div role="status" className={isEmpty ? 'sr-only' : 'flex flex-col gap-2'}>
      {children}
      {problems.length > 0 ? (
        <div className="flex flex-col gap-1 rounded-lg bg-bad-soft px-3 py-2">
          <p className="flex items-center gap-2 font-medium">
            <CircleAlert aria-hidden className="size-4 shrink-0 text-bad" />
            {t('{count, plural, one {# problem} other {# problems}}', { count: problems.length })}
          </p>
          <ul className="flex flex-col gap-1">
            {problems.slice(0, MAX_SHOWN).map((problem) => (
              <li key={problem.key} data-problem className="flex items-center gap-2">
                <button
                  type="button"
                  className="min-w-0 flex-1 rounded py-0.5 pl-6 text-left text-sm wrap-anywhere text-muted underline-offset-2 hover:text-text hover:underline"
                  onClick={() => onGo(problem)}
                >
                  {problem.location ? `${problem.location}, ` : ''}
                  {problem.message}
                </button>
                {renderFix?.(problem)}
              </li>
            ))}
          </ul>
          {problems.length > MAX_SHOWN ? (
            <p className="pl-6 text-sm text-muted">{t('and {count} more', { count: problems.length - MAX_SHOWN })}</p>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
