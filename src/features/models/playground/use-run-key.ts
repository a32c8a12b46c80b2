import { useEffect, useEffectEvent } from 'react';
import { hasModKey } from '@/lib/platform';

/** Ctrl/⌘ Enter runs, wherever on the page the focus is. */
export function useRunKey(onRun: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !hasModKey(event) || event.altKey || event.repeat || event.defaultPrevented) return;
    // A layer above the page asks something else.
    if (event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"]')) return;
    event.preventDefault();
    onRun();
  });
  // A subscription to the keyboard.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
