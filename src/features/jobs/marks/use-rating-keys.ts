import { useEffect, useEffectEvent } from 'react';
import { RATINGS, type Rating } from '@/api/marks/job-mark';
import { mayActOnKey } from '@/lib/single-keys';

/** 1 to 5 rate, 0 takes the rating away. @param isInDialog the keys are those of a layer above the page */
export function useRatingKeys(rate: (rating: Rating | 0) => void, isInDialog = false): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const rating = ([...RATINGS, 0] as const).find((one) => String(one) === event.key);
    if (rating === undefined || event.repeat || !mayActOnKey(event, isInDialog)) return;
    event.preventDefault();
    rate(rating);
  });
  // A subscription to the keyboard.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
