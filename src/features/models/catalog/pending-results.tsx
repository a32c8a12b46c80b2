import { Link } from '@tanstack/react-router';
import { CloudDownload } from 'lucide-react';
import { useMemo } from 'react';
import { canRetry } from '@/domains/model-calls/run-machine';
import { isActiveRun } from '@/domains/model-calls/run-record';
import { runsOf, useRunsView } from '@/domains/model-calls/runs-store';
import type { Surface } from '@/api/surface';
import { useNow } from '@/lib/hooks/use-now';
import { t } from '@/lib/i18n/messages';
import { Spinner } from '@/ui/spinner';

const MAX_SHOWN = 4;
const MINUTE_MS = 60_000;

/** Banner of running calls and of calls with uncollected results; renders nothing if there are none. */
export function PendingResults({ surface }: { surface: Surface }) {
  const records = useRunsView((state) => state.records);
  const now = useNow(MINUTE_MS);
  const runs = useMemo(
    () =>
      runsOf(records, surface.id).filter(
        (run) => isActiveRun(run) || (run.state.name === 'collectable' && !run.isDismissed && canRetry(run, now)),
      ),
    [records, surface.id, now],
  );
  if (runs.length === 0) return null;
  return (
    <ul aria-label={t('Open calls')} className="flex shrink-0 flex-wrap gap-2 border-b border-line px-4 py-2 md:px-5">
      {runs.slice(0, MAX_SHOWN).map((run) => {
        const [provider = '', model = ''] = run.modelId.split('/');
        const isActive = isActiveRun(run);
        return (
          <li key={run.id}>
            <Link
              to="/$surface/models/$provider/$model"
              params={{ surface: surface.id, provider, model }}
              search={{ run: run.id, step: 'result' }}
              className="flex h-7 items-center gap-2 rounded-md border border-control px-2 text-sm hover:bg-hover [&_svg]:size-3.5"
            >
              {isActive ? <Spinner /> : <CloudDownload aria-hidden className="text-warn" />}
              <span className="max-w-60 truncate">{run.modelId}</span>
              <span className="text-muted">{isActive ? t('running') : t('result pending')}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
