import { defineSetting } from '@/lib/settings/setting';
import { isText, json } from '@/lib/settings/setting-schemas';
import { useSetting } from '@/lib/settings/use-setting';
import { LOCAL_SURFACE, type Surface } from '@/api/surface';

/** Maximum number of stored keys; older jobs are finished. */
const MAX_KEPT = 300;

/** Keys of jobs that this browser canceled, which changes the text of their outcome (rule J-3.20), even after a reload. */
export const localCancellations = defineSetting<ReadonlySet<string>>('canceled', {
  schema: {
    ...json((stored) => (Array.isArray(stored) ? new Set(stored.filter(isText)) : undefined)),
    format: (ids) => JSON.stringify([...ids]),
  },
  default: new Set(),
});

/** Returns true if this browser canceled the job. */
export function useIsCanceledHere(surface: Surface, jobId: string): boolean {
  return useSetting(localCancellations, (ids) => isCanceledHere(ids, surface, jobId));
}

/** Keys without a surface are from versions with only one server. */
export function isCanceledHere(ids: ReadonlySet<string>, { id }: Pick<Surface, 'id'>, jobId: string): boolean {
  return ids.has(`${id}/${jobId}`) || (id === LOCAL_SURFACE.id && ids.has(jobId));
}

/** Records jobs whose cancellation a surface accepted. */
export function recordLocalCancellations({ id }: Pick<Surface, 'id'>, canceled: readonly string[]): void {
  const keys = canceled.map((jobId) => `${id}/${jobId}`);
  localCancellations.update((ids) => new Set([...new Set([...ids, ...keys])].slice(-MAX_KEPT)));
}
