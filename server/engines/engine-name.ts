/** Name of the gateway's embedded engine. */
export const EMBEDDED_NAME = 'embedded';

/** Checks an engine name. It has no spaces, since job notes contain it. An IPv6 address has brackets. */
export function isEngineName(text: string): boolean {
  return /^[\w.:[\]-]{1,60}$/.test(text) && text !== EMBEDDED_NAME;
}
