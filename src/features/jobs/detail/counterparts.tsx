import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { GitCompareArrows } from 'lucide-react';

import { findSurface, type Surface } from '@/api/surface';
import { counterpartsQuery } from '@/domains/history/counterparts';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import { t } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
import { Button } from '@/ui/button';
import { lazyDialog } from '@/ui/overlay/lazy-dialog';

const CompareJobsDialog = lazyDialog(async () => (await import('../compare/compare-jobs-dialog')).CompareJobsDialog);

const route = getRouteApi('/$surface/jobs/$jobId');

/** Links to the same workflow on other servers, and compares the results. */
export function Counterparts({ surface, jobId }: { surface: Surface; jobId: string }) {
  // Re-renders when servers are added or removed.
  useSurfaceList();
  const { data = [] } = useQuery(counterpartsQuery(surface, jobId));
  const { with: compared } = route.useSearch();
  const navigate = useNavigate({ from: '/$surface/jobs/$jobId' });
  const others = data.flatMap((counterpart) => {
    const other = findSurface(counterpart.surfaceId);
    return other ? [{ other, id: counterpart.jobId }] : [];
  });
  const chosen = readJobAt(compared);
  const close = () => void navigate({ search: ({ with: _with, ...rest }) => rest, replace: true });
  return (
    <>
      {others.length === 0 ? null : (
        <ul aria-label={t('Runs on other servers')} className="shrink-0 border-b border-line px-4 py-1.5 md:px-5">
          {others.map(({ other, id }) => (
            <li key={other.id} className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 truncate text-muted max-sm:hidden">
                <Trans
                  text="Also run on {server}"
                  values={{
                    server: (
                      <Link
                        to="/$surface/jobs/$jobId"
                        params={{ surface: other.id, jobId: id }}
                        className="rounded text-text underline underline-offset-2"
                      >
                        {other.name}
                      </Link>
                    ),
                  }}
                />
              </span>
              <Button
                size="sm"
                className="min-w-0"
                onClick={() => void navigate({ search: (before) => ({ ...before, with: `${other.id}/${id}` }) })}
              >
                <GitCompareArrows aria-hidden />
                <span className="truncate">{t('Compare with the run on {name}', { name: other.name })}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {chosen ? <CompareJobsDialog jobs={[{ surface, id: jobId }, chosen]} onClose={close} /> : null}
    </>
  );
}

/** Parses `server/job`; ids of jobs on other servers may contain slashes. `null` for anything else. */
function readJobAt(text: string | undefined): { surface: Surface; id: string } | null {
  const at = text?.indexOf('/') ?? -1;
  if (text === undefined || at < 1) return null;
  const surface = findSurface(text.slice(0, at));
  const id = text.slice(at + 1);
  return surface && id !== '' ? { surface, id } : null;
}
