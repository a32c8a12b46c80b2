import { createStoredIdSet } from '@/domains/annotations/stored-id-set';
import { isModelFileList } from './model-file-list';
import type { SessionState } from './session-state';

const MAX_RECENT = 60;

/** Model files that were chosen or ran, by surface, newest first. */
export const { useIds: useRecentModelFiles, setKept: setRecentModelFile } = createStoredIdSet(
  'model-files.recent',
  MAX_RECENT,
);

/** Notes the model files of a draft that runs. */
export function noteModelFiles(surfaceId: string, { form, values }: Pick<SessionState, 'form' | 'values'>): void {
  const used = [...form.fields.values()].flatMap(({ key, spec }) => {
    const value = values.get(key);
    return typeof value === 'string' && isModelFileList(spec) ? [value] : [];
  });
  if (used.length > 0) setRecentModelFile(surfaceId, [...new Set(used)], true);
}
