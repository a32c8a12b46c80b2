import { useRouter } from '@tanstack/react-router';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import type { Surface } from '@/api/surface';
import { formatInteger } from '@/lib/format';
import { mayActOnKey } from '@/lib/single-keys';
import { Button } from '@/ui/button';
import { neighboursOf, useListOrder } from './list-order';

/** The next and the previous job of the list that led here, by its filters and in its order; also by J and K. */
export function JobNeighbours({ surface, jobId }: { surface: Surface; jobId: string }) {
  const router = useRouter();
  const ids = useListOrder((state) => state.ids);
  const neighbours = neighboursOf(ids, jobId);
  const goTo = (id: string | null | undefined) => {
    if (!id) return;
    // In the place of this job: Back leads to the list.
    void router.navigate({ to: '/$surface/jobs/$jobId', params: { surface: surface.id, jobId: id }, replace: true });
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!mayActOnKey(event) || event.shiftKey) return;
    const key = event.key.toLowerCase();
    if (!neighbours || (key !== 'j' && key !== 'k')) return;
    event.preventDefault();
    goTo(key === 'j' ? neighbours.next : neighbours.previous);
  });
  // A subscription to the keyboard.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  if (!neighbours) return null;
  const { place, count, previous, next } = neighbours;
  return (
    <span className="flex items-center gap-0.5 max-lg:hidden">
      <span className="mr-1 text-sm text-muted">
        {formatInteger(place)} of {formatInteger(count)}
      </span>
      <Button
        tone="ghost"
        size="icon-sm"
        aria-label="Previous job of the list"
        title="Previous job of the list (K)"
        disabledReason={previous ? null : 'This is the first job of the list.'}
        onClick={() => goTo(previous)}
      >
        <ChevronUp aria-hidden />
      </Button>
      <Button
        tone="ghost"
        size="icon-sm"
        aria-label="Next job of the list"
        title="Next job of the list (J)"
        disabledReason={next ? null : 'This is the last job that the list showed.'}
        onClick={() => goTo(next)}
      >
        <ChevronDown aria-hidden />
      </Button>
    </span>
  );
}
