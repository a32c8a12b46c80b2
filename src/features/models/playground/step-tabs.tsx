import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';

interface StepTabsProps {
  surface: Surface;
  isResult: boolean;
  /** Number of active calls. */
  active: number;
  /** At the end of the tabs of a result, whose step has no footer. */
  run?: ReactNode;
}

/** Tabs for windows that are too narrow for two panes: input, then result. */
export function StepTabs({ surface, isResult, active, run }: StepTabsProps) {
  const steps = [
    { label: t('Input'), isCurrent: !isResult, step: undefined },
    { label: active > 0 ? t('Result, running') : t('Result'), isCurrent: isResult, step: 'result' as const },
  ];
  return (
    <nav aria-label={t('Steps')} className="flex h-10 shrink-0 items-stretch border-b border-line px-3 lg:hidden">
      {steps.map(({ label, isCurrent, step }) => (
        <Link
          key={step ?? 'input'}
          from="/$surface/models/$provider/$model"
          to="."
          params={(known) => ({ ...known, surface: surface.id })}
          search={(known) => ({ ...known, step })}
          replace
          aria-current={isCurrent ? 'step' : undefined}
          className={classNames(
            '-mb-px flex items-center border-b-2 px-3 focus-visible:-outline-offset-3',
            isCurrent ? 'border-text text-text' : 'border-transparent text-muted hover:text-text',
          )}
        >
          {label}
        </Link>
      ))}
      {isResult ? <div className="ml-auto flex items-center">{run}</div> : null}
    </nav>
  );
}
