import { Link } from '@tanstack/react-router';
import { GitCompareArrows, Server } from 'lucide-react';
import { useMemo, useState } from 'react';
import { isSettledRun, type RunRecord } from '@/domains/model-calls/run-record';
import { useRunsView } from '@/domains/model-calls/runs-store';
import { findSurface, type Surface } from '@/api/surface';
import { Button } from '@/ui/button';
import { counterpartsOf } from './run-counterparts';
import { withStoredInput } from '../run/start-run';
import { useRoutersBeside } from './routers-beside';
import { CompareRuns } from '../compare/compare-runs';
import { RunOnDialog } from './run-on-dialog';

/** Shown above the result of a call: the same input on other servers, to compare with or to run. */
export function RunServers({ surface, run }: { surface: Surface; run: RunRecord }) {
  const records = useRunsView((view) => view.records);
  const others = useMemo(() => counterpartsOf(records, run), [records, run]);
  const routers = useRoutersBeside(surface);
  const [comparedId, setComparedId] = useState<string | null>(null);
  const [bodyText, setBodyText] = useState<string | null>(null);
  const compared = others.find(({ id }) => id === comparedId);
  const shown = others.flatMap((other) => {
    const server = findSurface(other.surfaceId);
    return server ? [{ other, server }] : [];
  });
  const offersRun = routers.length > 0 && isSettledRun(run);
  if (shown.length === 0 && !offersRun) return null;

  const [provider = '', model = ''] = run.modelId.split('/');
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-1.5 md:px-5">
      {shown.map(({ other, server }) => (
        <div key={other.id} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 truncate text-sm text-muted max-sm:hidden">
            Also run on{' '}
            <Link
              to="/$surface/models/$provider/$model"
              params={{ surface: server.id, provider, model }}
              search={{ run: other.id, step: 'result' }}
              className="rounded text-text underline underline-offset-2"
            >
              {server.name}
            </Link>
          </span>
          <Button size="sm" className="min-w-0" onClick={() => setComparedId(other.id)}>
            <GitCompareArrows aria-hidden />
            <span className="truncate">Compare with the run on {server.name}</span>
          </Button>
        </div>
      ))}
      {offersRun ? (
        <Button size="sm" className="ml-auto" onClick={() => void withStoredInput(run, setBodyText)}>
          <Server aria-hidden />
          Run on another server
        </Button>
      ) : null}
      {compared ? <CompareRuns surface={surface} runs={[run, compared]} onClose={() => setComparedId(null)} /> : null}
      {bodyText === null ? null : (
        <RunOnDialog
          surface={surface}
          modelId={run.modelId}
          bodyText={bodyText}
          ran={run}
          onClose={() => setBodyText(null)}
        />
      )}
    </div>
  );
}
