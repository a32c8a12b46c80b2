import { writeSetting, readText } from './local-storage';

/** Keys without a modifier can be switched off (WCAG 2.1.4): speech input and stray hands press them unmeant. */
const STORAGE_KEY = 'flowdeck.single-keys';

/** Where letters are text, or look for an entry by its first letters. */
const TYPING = [
  'input:not([type="radio"], [type="checkbox"], [type="button"], [type="submit"], [type="range"])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable="false"])',
  '[role="textbox"]',
  '[role="combobox"]',
  '[role="listbox"]',
].join(',');

/** Layers above the page have keys of their own. */
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Where storage is switched off, the choice lasts for this page. */
let chosen: boolean | null = null;

export function areSingleKeysOn(): boolean {
  return chosen ?? readText(STORAGE_KEY) !== 'off';
}

export function switchSingleKeys(isOn: boolean): void {
  chosen = isOn;
  writeSetting(STORAGE_KEY, isOn ? null : 'off');
}

/** Whether the focus is where keys are text. */
export function isTypingTarget(target: Element | null): boolean {
  return target !== null && target.closest(TYPING) !== null;
}

/**
 * Whether a key without a modifier, pressed here, may do something for the whole page. The switch is about signs: arrows
 * and Enter stay. @param isInDialog it would do it in a layer above the page
 */
export function mayActOnKey(event: KeyboardEvent, isInDialog = false): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(isInDialog ? TYPING : `${TYPING}, ${LAYERS}`)) return false;
  return event.key.length > 1 || areSingleKeysOn();
}
