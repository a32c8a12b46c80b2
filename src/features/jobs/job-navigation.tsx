import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { isApiError } from '@/api/api-error';
import type { Surface } from '@/api/surface';
import { formatInteger } from '@/lib/format';
import { announce } from '@/shared/announce';
import { useShortcutTitle } from '@/shared/shortcuts/key-labels';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { showToast } from '@/shared/toasts';
import { Button } from '@/ui/button';
import { jobOfRow, serverRowId } from './list-row';
import { extendOrder, adjacencyOf, useListOrder } from './list-context';
import { readOn } from './load-more';

const FIRST = 'First job in the list.';
const LAST = 'Last job in the list.';

/**
 * The next and the previous job of the list that led here, by its filters and in its order; also by shortcuts. Behind the
 * rows that the list had loaded its next page is asked for.
 */
export function JobNavigation({ surface, jobId }: { surface: Surface; jobId: string }) {
  const router = useRouter();
  const ids = useListOrder((state) => state.ids);
  const kept = useListOrder((state) => state.rest);
  const rest = kept?.surfaceId === surface.id ? kept : null;
  const neighbours = adjacencyOf(ids, jobId) ?? adjacencyOf(ids, serverRowId(surface.id, jobId));
  const goTo = (id: string) => {
    const next = jobOfRow(id, surface);
    const params = { surface: next.surface.id, jobId: next.id };
    // In the place of this job: Back leads to the list.
    void router.navigate({ to: '/$surface/jobs/$jobId', params, replace: true });
  };
  const reading = useMutation({
    mutationFn: () =>
      rest ? readOn(surface, rest, (id) => ids.includes(id)) : Promise.resolve({ ids: [], rest: null }),
    retry: false,
  });
  const goPrevious = () => (neighbours?.previous ? goTo(neighbours.previous) : announce(FIRST));
  const goNext = () => {
    if (neighbours?.next) goTo(neighbours.next);
    else if (!rest) announce(LAST);
    else if (!reading.isPending) {
      // Not for a job that was left meanwhile.
      reading.mutate(undefined, {
        onSuccess: (more) => {
          extendOrder(more.ids, more.rest);
          const [next] = more.ids;
          if (next) goTo(next);
          else announce(more.rest ? 'No more matches so far. Press again to search further.' : LAST);
        },
        onError: (error) =>
          showToast({
            tone: 'bad',
            isOfPage: true,
            title: 'Could not load more jobs',
            description: isApiError(error) ? error.message : 'Try again in a moment.',
          }),
      });
    }
  };
  useShortcuts(neighbours ? { next: goNext, previous: goPrevious } : {});
  const previousTitle = useShortcutTitle('Previous job in list', 'previous');
  const nextTitle = useShortcutTitle('Next job in list', 'next');
  if (!neighbours) return null;
  const { place, count, previous, next } = neighbours;
  return (
    <span className="flex items-center gap-0.5 max-lg:hidden">
      <span className="mr-1 text-sm text-muted">
        {formatInteger(place)} of {formatInteger(count)}
        {rest ? <span title="More jobs in the list">+</span> : null}
      </span>
      <Button
        tone="ghost"
        size="icon-sm"
        aria-label="Previous job in list"
        title={previousTitle}
        disabledReason={previous ? null : FIRST}
        onClick={goPrevious}
      >
        <ChevronUp aria-hidden />
      </Button>
      <Button
        tone="ghost"
        size="icon-sm"
        aria-label="Next job in list"
        title={nextTitle}
        disabledReason={next || rest ? null : LAST}
        isBusy={reading.isPending}
        onClick={goNext}
      >
        {reading.isPending ? null : <ChevronDown aria-hidden />}
      </Button>
    </span>
  );
}
