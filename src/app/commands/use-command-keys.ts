import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isMac } from '@/lib/platform';
import { createKeyMatcher, nameKey, type KeyMatcher } from '@/lib/keys';
import { mayActOnKey } from '@/lib/character-shortcuts';
import { announce } from '@/shared/announce';
import { keysOf, useKeymap, type Keymap } from '@/shared/shortcuts/keymap';
import { keysOfCommand, type Command, type CommandContext, type Place } from './command';
import { openCommandView, useCommandView } from './overlay-store';
import { appliesAt, COMMANDS, placeOf } from './shortcuts';
import { useCommandContext } from './use-command-context';

/** The keys of the commands that the shell runs itself in a place. */
function bindingsAt(place: Place) {
  return COMMANDS.flatMap((command) =>
    command.run && appliesAt(command, place) ? keysOfCommand(command).map((keys) => ({ id: command.id, keys })) : [],
  );
}

/** One matcher for the page in view; another place or another keymap starts a new one. */
function createPlaceMatcher(): (place: Place) => KeyMatcher {
  let known: { place: Place; changed: Keymap; matcher: KeyMatcher } | null = null;
  return (place) => {
    const { changed } = useKeymap.getState();
    if (known?.place !== place || known.changed !== changed) {
      known = { place, changed, matcher: createKeyMatcher(bindingsAt(place)) };
    }
    return known.matcher;
  };
}

/** Listens for the keys of all commands that the shell does itself. */
export function useCommandKeys(): void {
  const router = useRouter();
  const context = useCommandContext();
  // A subscription to the keyboard.
  useEffect(() => {
    const matcherAt = createPlaceMatcher();
    const onKeyDown = (event: KeyboardEvent) => {
      const name = event.repeat ? null : nameKey(event, isMac);
      if (name === null || useCommandView.getState().isRecording) return;
      if (isPaletteComing() && !keysOf('palette').includes(name)) {
        event.preventDefault();
        if (name === 'Escape') openCommandView(null);
        else if (event.key.length === 1 && !name.startsWith('mod+')) keepTyped(event.key);
        return;
      }
      const matcher = matcherAt(placeOf(router.state.location.pathname));
      const isChord = name.startsWith('mod+');
      if (isChord ? event.defaultPrevented || isOtherLayerOpen() : !mayActOnKey(event)) {
        matcher.reset();
        return;
      }
      const press = matcher.press(name, event.timeStamp);
      if (press.kind === 'rest') return;
      if (press.kind === 'matched') {
        const command = COMMANDS.find(({ id }) => id === press.id);
        if (!command?.run) return;
        // Left to the browser: Firefox has a search of its own on this key.
        if (command.canRun?.(context) === false) return;
        if (command.id === 'palette' && useCommandView.getState().view === 'palette') openCommandView(null);
        else runOrExplain(command, context);
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

function runOrExplain(command: Command, context: CommandContext): void {
  const reason = command.disabledReason?.(context) ?? null;
  if (reason === null) command.run?.(context);
  else announce(reason);
}
