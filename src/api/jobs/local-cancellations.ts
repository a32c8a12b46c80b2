import { create } from 'zustand';
import { writeSetting, readText } from '@/lib/local-storage';
import { LOCAL_SURFACE, type Surface } from '../surface';

const STORAGE_KEY = 'flowdeck.canceled';
/** The newest are asked for; a job that is older has told its end. */
const MAX_KEPT = 300;

/** Keys of jobs that this browser canceled: their end is worded by it (rule J-3.20), also after a reload. */
const useOwnCancels = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set(readKept()) }));

/** Returns true if this browser canceled the job. */
export function useIsOwnCancel(surface: Surface, jobId: string): boolean {
  return useOwnCancels(({ ids }) => isOwnCancel(ids, surface, jobId));
}

/** Keys without a surface were stored when there was only the gateway of the page. */
export function isOwnCancel(ids: ReadonlySet<string>, { id }: Pick<Surface, 'id'>, jobId: string): boolean {
  return ids.has(`${id}/${jobId}`) || (id === LOCAL_SURFACE.id && ids.has(jobId));
}

/** A surface has taken our cancellation of these jobs. */
export function rememberOwnCancels({ id }: Pick<Surface, 'id'>, canceled: readonly string[]): void {
  const keys = canceled.map((jobId) => `${id}/${jobId}`);
  // Other tabs may have added theirs.
  const ids = [...new Set([...readKept(), ...useOwnCancels.getState().ids, ...keys])].slice(-MAX_KEPT);
  useOwnCancels.setState({ ids: new Set(ids) });
  writeSetting(STORAGE_KEY, JSON.stringify(ids));
}

function readKept(): string[] {
  try {
    const kept: unknown = JSON.parse(readText(STORAGE_KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
