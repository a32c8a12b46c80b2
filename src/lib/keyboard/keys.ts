import { msg, t, type Message } from '../i18n/messages';

/**
 * Keys as the table of shortcuts writes them: `mod+k` (Ctrl, ⌘ on a Mac), `?`, and `g j` for one after the other. Pure:
 * the platform and the instant are handed in.
 */

export const SEQUENCE_TIMEOUT_MS = 1500;

interface PressedKey {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** The key as the table would write it; null for one that it cannot name. */
export function nameKey(event: PressedKey, isMac: boolean): string | null {
  if (event.altKey) return null;
  const hasMod = isMac ? event.metaKey : event.ctrlKey;
  if (isMac ? event.ctrlKey : event.metaKey) return null;
  const key = plainKey(event);
  // The shift of `?` is part of the character; with a letter it is another key.
  const hasShift = event.shiftKey && /^(?:[a-z]|[A-Z].+)$/.test(key);
  return `${hasMod ? 'mod+' : ''}${hasShift ? 'shift+' : ''}${key}`;
}

/** Returns letters in lower case; on a layout without Latin letters, the letter at that position on Latin layouts. */
function plainKey({ key, code }: PressedKey): string {
  if (key === ' ') return 'Space';
  if (key.length > 1) return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter && key.charCodeAt(0) > 127) return letter.toLowerCase();
  return key.toLowerCase();
}

export interface Binding<Id extends string = string> {
  id: Id;
  keys: string;
}

/** `rest`: the key has no binding. `started`: it begins a sequence, and another key must follow. */
export type Press<Id extends string> = { kind: 'rest' } | { kind: 'started' } | { kind: 'matched'; id: Id };

export interface KeyMatcher<Id extends string> {
  /** @param at milliseconds of any clock that does not run backwards */
  press: (name: string, at: number) => Press<Id>;
  reset: () => void;
}

/**
 * Matches key presses, including sequences. An unfinished sequence expires; its second key then counts as a first one.
 * @param read returns the current bindings; called on each press
 */
export function createKeyMatcher<Id extends string>(
  read: () => readonly Binding<Id>[],
  timeoutMs = SEQUENCE_TIMEOUT_MS,
): KeyMatcher<Id> {
  let pending = '';
  let pendingSince = 0;
  const isPending = (at: number) => pending !== '' && at - pendingSince <= timeoutMs;
  return {
    press(name, at) {
      const bindings = read();
      const start = isPending(at) ? `${pending} ` : '';
      pending = '';
      for (const typed of new Set([start + name, name])) {
        const match = bindings.find(({ keys }) => keys === typed);
        if (match) return { kind: 'matched', id: match.id };
        if (bindings.some(({ keys }) => keys.startsWith(`${typed} `))) {
          pending = typed;
          pendingSince = at;
          return { kind: 'started' };
        }
      }
      return { kind: 'rest' };
    },
    reset() {
      pending = '';
    },
  };
}

const CAPS: Readonly<Record<string, string>> = {
  Enter: '↵',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
};
const MAC_CAPS: Readonly<Record<string, string>> = { mod: '⌘', shift: '⇧' };
/** Caps that carry a word, which differs between the keyboards of languages. */
const CAP_NAMES: Readonly<Record<string, Message>> = {
  mod: msg('Ctrl'),
  shift: msg('Shift'),
  Escape: msg('Esc'),
  Space: msg('Space'),
  Delete: msg('Del'),
  Home: msg('Home'),
  End: msg('End'),
};
const KEY_NAMES: Readonly<Record<string, Message>> = {
  mod: msg('Control'),
  Escape: msg('Escape'),
  Delete: msg('Delete key'),
  ArrowDown: msg('Arrow down'),
  ArrowUp: msg('Arrow up'),
  ArrowLeft: msg('Arrow left'),
  ArrowRight: msg('Arrow right'),
  '+': msg('Plus'),
  '-': msg('Minus'),
  '?': msg('Question mark'),
  '/': msg('Slash'),
};

/** Returns the key cap labels, one list per press. */
export function keyCaps(keys: string, isMac: boolean): string[][] {
  return keys.split(' ').map((press) =>
    partsOf(press).map((part) => {
      const symbol = (isMac ? MAC_CAPS[part] : undefined) ?? CAPS[part];
      return symbol ?? keyName(part, CAP_NAMES[part]);
    }),
  );
}

/** The same for ears: `Control K`, `G then J`. */
export function keyText(keys: string, isMac: boolean): string {
  const words = keys.split(' ').map((press) =>
    partsOf(press)
      .map((part) => {
        if (part === 'mod' && isMac) return t('Command');
        return keyName(part, KEY_NAMES[part] ?? CAP_NAMES[part]);
      })
      .join(' '),
  );
  return words.join(` ${t('then')} `);
}

function keyName(part: string, name: Message | undefined): string {
  return name ? t(name) : part.length === 1 ? part.toUpperCase() : part;
}

/** Returns the value of `aria-keyshortcuts`: `Control+K`. That attribute has no syntax for sequences. */
export function ariaKeys(keys: readonly string[], isMac: boolean): string | undefined {
  const spoken = keys
    .filter((one) => !one.includes(' '))
    .map((one) =>
      partsOf(one)
        .map((part) => {
          if (part === 'mod') return isMac ? 'Meta' : 'Control';
          if (part === 'shift') return 'Shift';
          if (part === '+') return 'Plus';
          return part.length === 1 ? part.toUpperCase() : part;
        })
        .join('+'),
    );
  return spoken.length > 0 ? spoken.join(' ') : undefined;
}

/** The modifiers and the key of one press; the key itself may be `+`. */
function partsOf(press: string): string[] {
  return press.split(/(?<=mod|shift)\+/);
}
