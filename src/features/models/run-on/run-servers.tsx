import { Link } from '@tanstack/react-router';
import { GitCompareArrows } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { useRunsView } from '@/domains/model-calls/runs-store';
import { findSurface, type Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
import { Button } from '@/ui/button';
import { counterpartsOf } from './run-counterparts';
import { LazyCompareRuns } from '../compare/lazy-compare-runs';

interface RunServersProps {
  surface: Surface;
  run: RunRecord;
}

/** Shown above the result of a call: the runs of the same input on other servers, to compare with. */
export function RunServers({ surface, run }: RunServersProps) {
  const records = useRunsView((view) => view.records);
  const others = useMemo(() => counterpartsOf(records, run), [records, run]);
  const [comparedId, setComparedId] = useState<string | null>(null);
  const compared = others.find(({ id }) => id === comparedId);
  const shown = others.flatMap((other) => {
    const server = findSurface(other.surfaceId);
    return server ? [{ other, server }] : [];
  });
  if (shown.length === 0) return null;

  const [provider = '', model = ''] = run.modelId.split('/');
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-1.5 md:px-5">
      {shown.map(({ other, server }) => (
        <div key={other.id} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 truncate text-sm text-muted max-sm:hidden">
            <Trans
              text="Also run on {server}"
              values={{
                server: (
                  <Link
                    to="/$surface/models/$provider/$model"
                    params={{ surface: server.id, provider, model }}
                    search={{ run: other.id, step: 'result' }}
                    className="rounded text-text underline underline-offset-2"
                  >
                    {server.name}
                  </Link>
                ),
              }}
            />
          </span>
          <Button size="sm" className="min-w-0" onClick={() => setComparedId(other.id)}>
            <GitCompareArrows aria-hidden />
            <span className="truncate">{t('Compare with the run on {name}', { name: server.name })}</span>
          </Button>
        </div>
      ))}
      {compared ? (
        <LazyCompareRuns surface={surface} runs={[run, compared]} onClose={() => setComparedId(null)} />
      ) : null}
    </div>
  );
}
