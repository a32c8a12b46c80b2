import { RotateCcw } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { nameKey } from '@/lib/keys';
import { isMac } from '@/lib/platform';
import { announce } from '@/shared/announce';
import { KeyCaps } from '@/shared/shortcuts/key-caps';
import { keyHint } from '@/shared/shortcuts/key-labels';
import { changeKeys, keysOf, useKeymap } from '@/shared/shortcuts/keymap';
import { SHORTCUTS, type ShortcutId } from '@/shared/shortcuts/shortcut-table';
import { Button } from '@/ui/button';
import { recordKeys } from './overlay-store';
import { findConflicts, reservedReason, shortcutTitle } from './key-conflicts';

interface Wanted {
  /** The keys in conflict. */
  keys: string;
  /** All keys to be set. */
  next: readonly string[];
  conflicts: readonly ShortcutId[];
}

/** The keys of one shortcut as a button that listens for new ones. A conflict is shown, and solved only if the user says so. */
export function ShortcutEditor({ id, name }: { id: ShortcutId; name: string }) {
  const keys = useKeymap((state) => keysOf(id, state));
  const isChanged = useKeymap(({ changed }) => changed[id] !== undefined);
  const [isListening, setListening] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const set = (next: readonly string[], freed: readonly ShortcutId[] = []) => {
    const others = freed.map((other) => [other, keysOf(other).filter((used) => !collides(used, next))]);
    changeKeys({ [id]: next, ...Object.fromEntries(others) });
    setWanted(null);
    announce(next.length > 0 ? `${name}: ${next.map(keyHint).join(' or ')}` : `${name}: no key`);
  };
  /** The default keys may have been given to another shortcut meanwhile. */
  const reset = () => {
    const taken = SHORTCUTS[id].map((one) => ({ keys: one, next: SHORTCUTS[id], conflicts: findConflicts(id, one) }));
    const conflict = taken.find(({ conflicts }) => conflicts.length > 0);
    if (conflict) setWanted(conflict);
    else set(SHORTCUTS[id]);
  };
  const onKeys = (pressed: string) => {
    const reason = reservedReason(pressed);
    if (reason === '') return;
    setListening(false);
    setProblem(reason);
    if (reason !== null) return;
    const conflicts = findConflicts(id, pressed);
    if (conflicts.length > 0) setWanted({ keys: pressed, next: [pressed], conflicts });
    else set([pressed]);
  };
  return (
    <>
      <Button
        size="sm"
        aria-label={`Change the key of ${name}`}
        title={keys.map(keyHint).join(' or ') || 'none'}
        onClick={() => {
          setProblem(null);
          setWanted(null);
          setListening(true);
        }}
      >
        {isListening ? 'Press a key' : keys.length > 0 ? keys.map((one) => <KeyCaps key={one} keys={one} />) : 'none'}
      </Button>
      {isListening ? <KeyListener onKeys={onKeys} onStop={() => setListening(false)} /> : null}
      {isChanged ? (
        <Button tone="ghost" size="icon-sm" aria-label={`Reset the key of ${name}`} title="Reset" onClick={reset}>
          <RotateCcw aria-hidden />
        </Button>
      ) : null}
      {problem ? (
        <span role="alert" className="basis-full text-right text-sm text-bad">
          {problem}
        </span>
      ) : null}
      {wanted ? (
        <span role="alert" className="flex basis-full flex-wrap items-center justify-end gap-2 text-sm text-warn">
          {keyHint(wanted.keys)} is used by “{wanted.conflicts.map(shortcutTitle).join('”, “')}”.
          <Button size="sm" onClick={() => set(wanted.next, wanted.conflicts)}>
            Use it here
          </Button>
          <Button size="sm" tone="ghost" onClick={() => setWanted(null)}>
            Cancel
          </Button>
        </span>
      ) : null}
    </>
  );
}

/** Takes the next key press from everything else. Escape and a click elsewhere stop it. */
function KeyListener({ onKeys, onStop }: { onKeys: (keys: string) => void; onStop: () => void }) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const keys = nameKey(event, isMac);
    if (keys === 'Escape') onStop();
    else if (keys !== null) onKeys(keys);
  });
  const stop = useEffectEvent(onStop);
  // A subscription to the keyboard; the shell's own rests meanwhile.
  useEffect(() => {
    recordKeys(true);
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    const leave = () => stop();
    window.addEventListener('keydown', listen, { capture: true });
    window.addEventListener('pointerdown', leave, { capture: true });
    return () => {
      recordKeys(false);
      window.removeEventListener('keydown', listen, { capture: true });
      window.removeEventListener('pointerdown', leave, { capture: true });
    };
  }, []);
  return null;
}

function collides(used: string, keys: readonly string[]): boolean {
  return keys.some((one) => used === one || used.startsWith(`${one} `) || one.startsWith(`${used} `));
}
