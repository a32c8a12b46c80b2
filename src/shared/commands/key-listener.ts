import { isTypingTarget, mayActOnKey } from '@/lib/keyboard/character-shortcuts';
import { createKeyMatcher, nameKey } from '@/lib/keyboard/keys';
import { isMac } from '@/lib/keyboard/platform';
import { COMMAND_KEYS, REPEATING, type CommandId } from './command-keys';
import { keysOf } from './keymap';
import {
  toHandler,
  mounted,
  runHandler,
  runCommand,
  type CommandHandlers,
  type CommandOptions,
} from './mounted-commands';

const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
/** Controls that use the arrow keys themselves. */
const ARROW_CONTROLS = 'input, video, audio, [role="slider"], [role="radio"], [role="tab"], [role="tree"]';

/** @param name `null` for a key that has no name. Returns whether nobody else gets the key. */
type KeyInterceptor = (event: KeyboardEvent, name: string | null) => boolean;

const interceptors = new Set<KeyInterceptor>();
const sequences = createKeyMatcher(sequencesOf);
let isListening = false;

/** The only key listener for commands: it runs once before and once after the focused control handles the key. */
export function listenToKeys(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener('keydown', (event) => onKey(event, true), { capture: true });
  document.addEventListener('keydown', (event) => onKey(event, false));
}

/** Passes each key to `interceptor` first, until the returned function is called. */
export function interceptKeys(interceptor: KeyInterceptor): () => void {
  listenToKeys();
  interceptors.add(interceptor);
  return () => interceptors.delete(interceptor);
}

/** Runs the command of a pressed key within one control, before any other handler. For `onKeyDown` of that control. */
export function takeControlKey(event: KeyboardEvent, handlers: CommandHandlers): boolean {
  const name = nameKey(event, isMac);
  const id = commandIds(handlers).find((one) => name !== null && keysOf(one).includes(name));
  const handler = id && toHandler(handlers, id);
  return handler ? runHandler(handler, event.key) : false;
}

function onKey(event: KeyboardEvent, isFirst: boolean): void {
  const name = nameKey(event, isMac);
  if (isFirst && [...interceptors].some((intercept) => intercept(event, name))) return;
  if (name === null || (isFirst && takeSequence(event, name))) return;
  for (const entry of mounted) {
    if ((entry.isFirst ?? false) !== isFirst) continue;
    const handlers = entry.handlers();
    for (const id of commandIds(handlers)) {
      if (!keysOf(id).includes(name) || !mayTake(event, name, entry)) continue;
      if (event.repeat && !REPEATING.has(id)) continue;
      const handler = toHandler(handlers, id);
      if (!handler || !runHandler(handler, event.key)) continue;
      event.preventDefault();
      if (isFirst) event.stopPropagation();
      return;
    }
  }
}

/** Runs before all single keys: the J of `g j` must not select the next row. */
function takeSequence(event: KeyboardEvent, name: string): boolean {
  if (event.repeat) return false;
  if (!mayActOnKey(event)) {
    sequences.reset();
    return false;
  }
  const press = sequences.press(name, event.timeStamp);
  if (press.kind === 'rest') return false;
  if (press.kind === 'matched') runCommand(press.id);
  event.preventDefault();
  return true;
}

function sequencesOf() {
  return [...mounted].flatMap(({ handlers }) =>
    commandIds(handlers()).flatMap((id) =>
      keysOf(id)
        .filter((keys) => keys.includes(' '))
        .map((keys) => ({ id, keys })),
    ),
  );
}

function commandIds(handlers: CommandHandlers): CommandId[] {
  return Object.keys(handlers).filter((id): id is CommandId => Object.hasOwn(COMMAND_KEYS, id));
}

function mayTake(event: KeyboardEvent, name: string, { isInDialog = false, mayTakeChords }: CommandOptions): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (!name.startsWith('mod+')) {
    if (event.key.startsWith('Arrow') && target && usesArrows(target)) return false;
    // Space presses a focused button.
    if (name === 'Space' && target?.closest('button')) return false;
    return mayActOnKey(event, isInDialog);
  }
  if (event.defaultPrevented || event.isComposing) return false;
  if (mayTakeChords) return mayTakeChords();
  if (!isInDialog && target?.closest(LAYERS)) return false;
  return name !== 'mod+a' || !isTypingTarget(target);
}

function usesArrows(target: Element): boolean {
  return target.closest(ARROW_CONTROLS) !== null || target.scrollWidth > target.clientWidth + 1;
}
