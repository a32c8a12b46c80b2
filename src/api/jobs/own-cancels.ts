import { create } from 'zustand';
import { keepText, readText } from '@/lib/kept-text';

const STORAGE_KEY = 'flowdeck.canceled';
/** The newest are asked for; a job that is older has told its end. */
const MAX_KEPT = 300;

/** Jobs that this browser canceled: their end is worded by it (rule J-3.20), also after a reload. */
export const useOwnCancels = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set(readKept()) }));

/** A surface has taken our cancellation of these jobs. */
export function rememberOwnCancels(canceled: readonly string[]): void {
  // Other tabs may have added theirs.
  const ids = [...new Set([...readKept(), ...useOwnCancels.getState().ids, ...canceled])].slice(-MAX_KEPT);
  useOwnCancels.setState({ ids: new Set(ids) });
  keepText(STORAGE_KEY, JSON.stringify(ids));
}

function readKept(): string[] {
  try {
    const kept: unknown = JSON.parse(readText(STORAGE_KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
