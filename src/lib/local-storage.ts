/**
 * What this browser keeps of a choice or a taste: one text by key. Null where nothing was kept, or where storage is switched
 * off: there even reading throws, as it does without a browser.
 */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null for what is usual: nothing is kept of it. Where storage is switched off or full, only this page knows. */
export function writeSetting(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The caller goes on with what it was told.
  }
}
