/** Macs name the command key; everybody else has Ctrl. */
export const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

export const MOD_KEY = isMac ? '⌘' : 'Ctrl';

/** The platform's own command modifier, and only that. */
export function hasModKey(event: KeyboardEvent): boolean {
  return isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
}
