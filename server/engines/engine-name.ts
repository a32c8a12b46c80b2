/** What the gateway's own engine is called among others. */
export const EMBEDDED_NAME = 'embedded';

/** Without spaces, as notes about jobs hold it. An IPv6 address has brackets. */
export function isEngineName(text: string): boolean {
  return /^[\w.:[\]-]{1,60}$/.test(text) && text !== EMBEDDED_NAME;
}
