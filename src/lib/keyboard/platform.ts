/** Macs name the command key; everybody else has Ctrl. */
export const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

export const MOD_KEY = isMac ? '⌘' : 'Ctrl';
