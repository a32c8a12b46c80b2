import { RotateCcw } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '@/lib/i18n/messages';
import { useSetting } from '@/lib/settings/use-setting';
import { announce } from '@/shared/feedback/announce';
import { KeyCaps } from '@/shared/commands/key-caps';
import { interceptKeys } from '@/shared/commands/key-listener';
import { keyHint } from '@/shared/commands/key-labels';
import { changeKeys, keymapSetting, keysOf, useKeys } from '@/shared/commands/keymap';
import { COMMAND_KEYS, type CommandId } from '@/shared/commands/command-keys';
import { Button } from '@/ui/button';
import { findConflicts, reservedReason, shortcutTitle } from './key-conflicts';

interface Wanted {
  /** The keys in conflict. */
  keys: string;
  /** All keys to be set. */
  next: readonly string[];
  conflicts: readonly CommandId[];
}

/** Keys of one shortcut as a button that records new ones. Shows conflicts, and resolves them only on confirmation. */
export function ShortcutEditor({ id, name }: { id: CommandId; name: string }) {
  const keys = useKeys(id);
  const isChanged = useSetting(keymapSetting, (changed) => changed[id] !== undefined);
  const [isListening, setListening] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const set = (next: readonly string[], freed: readonly CommandId[] = []) => {
    const others = freed.map((other) => [other, keysOf(other).filter((used) => !collides(used, next))]);
    changeKeys({ [id]: next, ...Object.fromEntries(others) });
    setWanted(null);
    announce(next.length > 0 ? `${name}: ${hintOf(next)}` : t('{name}: no key', { name }));
  };
  /** Another shortcut may use the default keys by now. */
  const reset = () => {
    const taken = COMMAND_KEYS[id].map((one) => ({
      keys: one,
      next: COMMAND_KEYS[id],
      conflicts: findConflicts(id, one),
    }));
    const conflict = taken.find(({ conflicts }) => conflicts.length > 0);
    if (conflict) setWanted(conflict);
    else set(COMMAND_KEYS[id]);
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
        aria-label={t('Change the key of {name}', { name })}
        title={hintOf(keys) || t('none')}
        onClick={() => {
          setProblem(null);
          setWanted(null);
          setListening(true);
        }}
      >
        {isListening
          ? t('Press a key')
          : keys.length > 0
            ? keys.map((one) => <KeyCaps key={one} keys={one} />)
            : t('none')}
      </Button>
      {isListening ? <KeyListener onKeys={onKeys} onStop={() => setListening(false)} /> : null}
      {isChanged ? (
        <Button
          tone="ghost"
          size="icon-sm"
          aria-label={t('Reset the key of {name}', { name })}
          title={t('Reset')}
          onClick={reset}
        >
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
          {t('{key} is used by “{names}”.', {
            key: keyHint(wanted.keys),
            names: wanted.conflicts.map(shortcutTitle).join('”, “'),
          })}
          <Button size="sm" onClick={() => set(wanted.next, wanted.conflicts)}>
            {t('Use it here')}
          </Button>
          <Button size="sm" tone="ghost" onClick={() => setWanted(null)}>
            {t('Cancel')}
          </Button>
        </span>
      ) : null}
    </>
  );
}

/** Captures the next key press. Escape or a click elsewhere stops it. */
function KeyListener({ onKeys, onStop }: { onKeys: (keys: string) => void; onStop: () => void }) {
  const onPress = useEffectEvent((keys: string | null) => {
    if (keys === 'Escape') onStop();
    else if (keys !== null) onKeys(keys);
  });
  const stop = useEffectEvent(onStop);
  // A subscription to the keyboard.
  useEffect(() => {
    const end = interceptKeys((event, keys) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      onPress(keys);
      return true;
    });
    const leave = () => stop();
    window.addEventListener('pointerdown', leave, { capture: true });
    return () => {
      end();
      window.removeEventListener('pointerdown', leave, { capture: true });
    };
  }, []);
  return null;
}

function hintOf(keys: readonly string[]): string {
  return keys.map(keyHint).join(` ${t('or')} `);
}

function collides(used: string, keys: readonly string[]): boolean {
  return keys.some((one) => used === one || used.startsWith(`${one} `) || one.startsWith(`${used} `));
}
