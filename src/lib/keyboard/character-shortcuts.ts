import { defineSetting } from '../settings/setting';
import { onOff } from '../settings/setting-schemas';

/** Keys without a modifier can be switched off (WCAG 2.1.4): speech input and stray hands press them unmeant. */
export const singleKeysSetting = defineSetting('single-keys', { schema: onOff(), default: true });

/** Elements in which letters are text or trigger type-ahead. */
const TYPING = [
  'input:not([type="radio"], [type="checkbox"], [type="button"], [type="submit"], [type="range"])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable="false"])',
  '[role="textbox"]',
  '[role="combobox"]',
  '[role="listbox"]',
].join(',');

/** Overlays above the page have their own keys. */
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Returns true if keys are text input for the focused element. */
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
  return event.key.length > 1 || singleKeysSetting.get();
}
