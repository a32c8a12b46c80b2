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
  // The shift of `?` is part of the sign; with a letter it makes another key.
  const hasShift = event.shiftKey && /^(?:[a-z]|[A-Z].+)$/.test(key);
  return `${hasMod ? 'mod+' : ''}${hasShift ? 'shift+' : ''}${key}`;
}

/** Letters in small; on a layout without Latin letters, the letter that stands there on others. */
function plainKey({ key, code }: PressedKey): string {
  if (key.length > 1) return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter && key.charCodeAt(0) > 127) return letter.toLowerCase();
  return key.toLowerCase();
}

export interface Binding {
  id: string;
  keys: string;
}

/** `rest`: the key belongs to nobody here. `started`: it begins a sequence, and another has to follow. */
export type Press = { kind: 'rest' } | { kind: 'started' } | { kind: 'matched'; id: string };

export interface KeyMatcher {
  /** @param at milliseconds of any clock that does not run backwards */
  press: (name: string, at: number) => Press;
  isPending: (at: number) => boolean;
  reset: () => void;
}

/** Follows key after key. A sequence that nobody goes on with is forgotten; its second key then counts as a first one. */
export function createKeyMatcher(bindings: readonly Binding[], timeoutMs = SEQUENCE_TIMEOUT_MS): KeyMatcher {
  let pending = '';
  let pendingSince = 0;
  const isPending = (at: number) => pending !== '' && at - pendingSince <= timeoutMs;
  return {
    press(name, at) {
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
    isPending,
    reset() {
      pending = '';
    },
  };
}

const CAPS: Readonly<Record<string, string>> = {
  Enter: '↵',
  Escape: 'Esc',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
};
const WORDS: Readonly<Record<string, string>> = {
  ArrowDown: 'Arrow down',
  ArrowUp: 'Arrow up',
  ArrowLeft: 'Arrow left',
  ArrowRight: 'Arrow right',
  '+': 'Plus',
  '-': 'Minus',
  '?': 'Question mark',
  '/': 'Slash',
};

/** What stands on the key caps, one list for each press. */
export function keyCaps(keys: string, isMac: boolean): string[][] {
  return keys.split(' ').map((press) =>
    partsOf(press).map((part) => {
      if (part === 'mod') return isMac ? '⌘' : 'Ctrl';
      if (part === 'shift') return isMac ? '⇧' : 'Shift';
      return CAPS[part] ?? (part.length === 1 ? part.toUpperCase() : part);
    }),
  );
}

/** The same for ears: `Control K`, `G then J`. */
export function keyWords(keys: string, isMac: boolean): string {
  const words = keys.split(' ').map((press) =>
    partsOf(press)
      .map((part) => {
        if (part === 'mod') return isMac ? 'Command' : 'Control';
        if (part === 'shift') return 'Shift';
        return WORDS[part] ?? (part.length === 1 ? part.toUpperCase() : part);
      })
      .join(' '),
  );
  return words.join(' then ');
}

/** The modifiers and the key of one press; the key itself may be `+`. */
function partsOf(press: string): string[] {
  return press.split(/(?<=mod|shift)\+/);
}
