import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useRef } from 'react';
import { apiMessageOf } from '@/api/api-error';
import type { Surface } from '@/api/surface';
import { formatInteger } from '@/lib/format';
import { msg, t } from '@/lib/i18n/messages';
import { useSetting } from '@/lib/settings/use-setting';
import { announce } from '@/shared/feedback/announce';
import { useCommandHint } from '@/shared/commands/key-labels';
import { useCommands } from '@/shared/commands/use-commands';
import { showToast } from '@/shared/feedback/toasts';
import { Button } from '@/ui/button';
import { jobOfRow, serverRowId } from '../job/list-row';
import { extendOrder, adjacencyOf, listOrder } from '../job/list-context';
import { loadMore } from '../list/load-more';

const FIRST = msg('First job in the list.');
const LAST = msg('Last job in the list.');

/**
 * Links to the next and the previous job of the list that led here, with its filters and order; also with shortcuts.
 * Loads the next page after the loaded rows.
 */
export function JobNavigation({ surface, jobId }: { surface: Surface; jobId: string }) {
  const router = useRouter();
  const ids = useSetting(listOrder, ({ ids: listed }) => listed);
  const kept = useSetting(listOrder, ({ rest: next }) => next);
  const rest = kept?.surfaceId === surface.id ? kept : null;
  const neighbors = adjacencyOf(ids, jobId) ?? adjacencyOf(ids, serverRowId(surface.id, jobId));
  /** Where the last press leads, until that page is there: another press continues from it. */
  const target = useRef({ from: '', to: '' });
  const here = serverRowId(surface.id, jobId);
  const latestNeighbors = () => (target.current.from === here ? adjacencyOf(ids, target.current.to) : neighbors);
  const goTo = (id: string) => {
    target.current = { from: here, to: id };
    const next = jobOfRow(id, surface);
    const params = { surface: next.surface.id, jobId: next.id };
    // Replaces this job in the history, so that Back leads to the list.
    void router.navigate({ to: '/$surface/jobs/$jobId', params, replace: true });
  };
  const result = useMutation({
    mutationFn: () =>
      rest ? loadMore(surface, rest, (id) => ids.includes(id)) : Promise.resolve({ ids: [], rest: null }),
    retry: false,
  });
  const goPrevious = () => {
    const previous = latestNeighbors()?.previous;
    if (previous) goTo(previous);
    else announce(t(FIRST));
  };
  const goNext = () => {
    const next = latestNeighbors()?.next;
    if (next) goTo(next);
    else if (!rest) announce(t(LAST));
    else if (!result.isPending) {
      // Skipped if the user has left the job in the meantime.
      result.mutate(undefined, {
        onSuccess: (more) => {
          extendOrder(more.ids, more.rest);
          const [next] = more.ids;
          if (next) goTo(next);
          else announce(more.rest ? t('No more matches so far. Press again to search further.') : t(LAST));
        },
        onError: (error) =>
          showToast({
            tone: 'bad',
            isOfPage: true,
            title: t('Could not load more jobs'),
            description: apiMessageOf(error, t('Try again in a moment.')),
          }),
      });
    }
  };
  useCommands(neighbors ? { next: goNext, previous: goPrevious } : {});
  const previousHint = useCommandHint(t('Previous job in list'), 'previous');
  const nextHint = useCommandHint(t('Next job in list'), 'next');
  if (!neighbors) return null;
  const { place, count, previous, next } = neighbors;
  return (
    <span className="flex items-center gap-0.5 max-lg:hidden">
      <span className="mr-1 text-sm text-muted">
        {t('{position} of {count}', { position: formatInteger(place), count: formatInteger(count) })}
        {rest ? <span title={t('More jobs in the list')}>+</span> : null}
      </span>
      <Button
        tone="ghost"
        size="icon-sm"
        aria-label={t('Previous job in list')}
        {...previousHint}
        disabledReason={previous ? null : t(FIRST)}
        onClick={goPrevious}
      >
        <ChevronUp aria-hidden />
      </Button>
      <Button
        tone="ghost"
        size="icon-sm"
        aria-label={t('Next job in list')}
        {...nextHint}
        disabledReason={next || rest ? null : t(LAST)}
        isBusy={result.isPending}
        onClick={goNext}
      >
        {result.isPending ? null : <ChevronDown aria-hidden />}
      </Button>
    </span>
  );
}
