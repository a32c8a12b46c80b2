/** `session`: for this tab, until it is closed. */
export type StorageArea = 'local' | 'session';

/** Returns `null` if nothing is stored, or if storage is disabled or missing, where even reading throws. */
export function readText(key: string, area: StorageArea = 'local'): string | null {
  try {
    return storageOf(area).getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text, or removes it (`null`). Returns false if storage is disabled or full. */
export function writeText(key: string, text: string | null, area: StorageArea = 'local'): boolean {
  try {
    if (text === null) storageOf(area).removeItem(key);
    else storageOf(area).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

function storageOf(area: StorageArea): Storage {
  return area === 'local' ? localStorage : sessionStorage;
}
