import type { UiProblem } from '@/domains/ui-format/conversion-result';
import { t } from '@/lib/i18n/messages';
import { formatNodeProblem } from './import-report';

const SHOWN_NODES = 10;

/** Why a UI-format workflow is not converted, node by node. */
export function NodeProblems({ problems }: { problems: readonly UiProblem[] }) {
  const rest = problems.length - SHOWN_NODES;
  return (
    <ul aria-label={t('Nodes that cannot be converted')} className="mt-2 flex list-disc flex-col gap-1 pl-5">
      {problems
        .slice(0, SHOWN_NODES)
        .map(formatNodeProblem)
        .map((text) => (
          <li key={text} className="wrap-anywhere">
            {text}
          </li>
        ))}
      {rest > 0 ? <li className="text-muted">{t('and {count} more', { count: rest })}</li> : null}
    </ul>
  );
}
