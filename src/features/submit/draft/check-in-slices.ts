import type { StoreApi } from 'zustand/vanilla';
import { runInSlices, type Pause } from '@contract/slices';
import { pauseForPage } from '@/lib/pause-for-page';
import { withNodeProblemsInSlices, type EditorState } from './editor-state';

/** What the check reads. A change of any of them during a check is followed by a check of its own. */
const CHECKED = ['values', 'form', 'graph', 'definitions', 'comfyui', 'nodeProblems'] as const;

/**
 * Validates the workflow in parts, since that of a large one would delay the next key. The result is dropped if it is outdated when it
 * is complete.
 */
export async function checkInSlices(store: StoreApi<EditorState>, pause: Pause = pauseForPage()): Promise<void> {
  const before = store.getState();
  const checked = await runInSlices(withNodeProblemsInSlices(before), pause);
  const state = store.getState();
  if (CHECKED.some((name) => state[name] !== before[name])) return;
  const { graph, isRunByComfyui, missingClasses, nodeProblems, partialRun, nodeWarnings } = checked;
  store.setState({ graph, isRunByComfyui, missingClasses, nodeProblems, partialRun, nodeWarnings });
}
