import { useEffect, useEffectEvent } from 'react';
import { mayActOnKey } from '@/lib/single-keys';

/** Single keys that act on what is chosen, by letter. */
export function useBulkKeys(actions: Readonly<Record<string, () => void>>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const act = mayActOnKey(event) && !event.shiftKey && !event.repeat ? actions[event.key.toLowerCase()] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  });
  // A subscription to the keyboard.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
