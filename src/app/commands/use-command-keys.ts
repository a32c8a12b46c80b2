import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isMac } from '@/lib/platform';
import { mayActOnKey } from '@/lib/single-keys';
import { openCommandView, useCommandView } from './command-store';
import { createKeyMatcher, nameKey } from './keys';
import { appliesAt, COMMANDS, placeOf } from './shortcuts';
import { useCommandContext } from './use-command-context';

const bindings = COMMANDS.flatMap(({ id, keys = [], run }) => (run ? keys.map((key) => ({ id, keys: key })) : []));

/** Listens for the keys of all commands that the shell does itself. */
export function useCommandKeys(): void {
  const router = useRouter();
  const context = useCommandContext();
  // A subscription to the keyboard.
  useEffect(() => {
    const matcher = createKeyMatcher(bindings);
    const onKeyDown = (event: KeyboardEvent) => {
      const name = event.repeat ? null : nameKey(event, isMac);
      if (name === null) return;
      if (isPaletteComing() && name !== 'mod+k') {
        event.preventDefault();
        if (name === 'Escape') openCommandView(null);
        else if (event.key.length === 1 && !name.startsWith('mod+')) keepTyped(event.key);
        return;
      }
      const isChord = name.startsWith('mod+');
      if (isChord ? event.defaultPrevented || isOtherLayerOpen() : !mayActOnKey(event)) {
        matcher.reset();
        return;
      }
      const press = matcher.press(name, event.timeStamp);
      if (press.kind === 'rest') return;
      if (press.kind === 'matched') {
        const command = COMMANDS.find(({ id }) => id === press.id);
        if (!command?.run || !appliesAt(command, placeOf(router.state.location.pathname))) return;
        // Left to the browser: Firefox has a search of its own on this key.
        if (command.canRun?.(context) === false) return;
        if (command.id === 'palette' && useCommandView.getState().view === 'palette') openCommandView(null);
        else command.run(context);
      }
      event.preventDefault();
    };
    // Before the page's own keys: the J of `g j` is not the next row.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [router, context]);
}

/** Asked for, and its code or its focus still on the way: what is typed now is meant for it, not for the page. */
function isPaletteComing(): boolean {
  const { view, typed } = useCommandView.getState();
  return view === 'palette' && typed !== null;
}

function keepTyped(sign: string): void {
  useCommandView.setState(({ typed }) => ({ typed: (typed ?? '') + sign }));
}

/** A layer of the page asks something: the palette would cover it. */
function isOtherLayerOpen(): boolean {
  return (
    useCommandView.getState().view === null && document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
  );
}
