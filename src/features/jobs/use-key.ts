import { useEffect, useEffectEvent } from 'react';
import { mayActOnKey } from '@/lib/single-keys';

/** A single key of this page, wherever no text is typed and no layer is open. */
export function useKey(key: string, act: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || !mayActOnKey(event)) return;
    event.preventDefault();
    act();
  });
  // Subscribes to the document: the key belongs to the page and not to one control.
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
