import { isMac } from '@/lib/platform';

/** Does what a page does on these keys, by pressing them: a page's own commands have one way in. */
export function pressKeys(keys: string): void {
  const parts = keys.split('+');
  const hasMod = parts.includes('mod');
  const event = new KeyboardEvent('keydown', {
    key: parts.at(-1) ?? '',
    ctrlKey: hasMod && !isMac,
    metaKey: hasMod && isMac,
    shiftKey: parts.includes('shift'),
    bubbles: true,
    cancelable: true,
  });
  (document.activeElement ?? document.body).dispatchEvent(event);
}
