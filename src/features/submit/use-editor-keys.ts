import { useEffect, useEffectEvent } from 'react';
import { hasModKey } from '@/lib/platform';
import { useSession } from './session-context';

/** Ctrl/⌘ Enter runs; Ctrl/⌘ Z, Shift Z and Y undo and redo across fields. */
export function useEditorKeys(onRun: () => void): void {
  const session = useSession();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!hasModKey(event) || event.altKey || event.repeat || event.defaultPrevented) return;
    const key = event.key.toLowerCase();
    if (key === 'enter') onRun();
    // Our own history: a browser's undo knows one field only, and nothing of menus and pictures.
    else if (key === 'z' && !event.shiftKey) session.undo();
    else if (key === 'y' || (key === 'z' && event.shiftKey)) session.redo();
    else return;
    event.preventDefault();
  });
  // A subscription to the keyboard.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
