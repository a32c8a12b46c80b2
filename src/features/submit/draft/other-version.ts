import type { Draft } from '@/domains/drafts/draft';
import { showToast } from '@/shared/feedback/toasts';
import type { SessionState } from './session-state';
import { openEditor, withDefinitions, type EditorState } from './editor-state';

/** Returns the state of an open editor with a newer version of its draft; earlier edits cannot be undone. */
export function reopened({ definitions, guesses, comfyui, isRunByComfyui }: EditorState, draft: Draft): EditorState {
  const opened = openEditor(draft, definitions);
  return withDefinitions({ ...opened, guesses, comfyui, isRunByComfyui }, definitions);
}

/** An invalid text is in no value, so no save has it. */
export function hasNothingToSave({ saving, isDeleted, typed }: SessionState): boolean {
  return saving === 'saved' && !isDeleted && Object.values(typed).every(({ problem }) => problem === null);
}

export function showOtherVersion(title: string): void {
  showToast({
    tone: 'warn',
    title: 'This draft was also changed elsewhere',
    stays: true,
    description: `The version of the other tab or browser is the draft “${title} (other version)”. Yours stays here.`,
  });
}
