import { filledText, hasChoices, runMoment } from '@/domains/drafts/fill-ins';
import { textOf, type EditorState } from '../draft/editor-state';

/** Returns what a run makes of the text of an input; `undefined` if it is sent as written. */
export function fillHint(state: EditorState, key: string): string | undefined {
  const kind = state.draft.fillIns?.[key];
  if (!kind) return undefined;
  const text = textOf(state, key);
  if (kind === 'prompt') {
    return hasChoices(text) ? 'Each run draws one of the choices in braces.' : undefined;
  }
  const filled = filledText(kind, text, state.graph, runMoment());
  return filled === text ? undefined : `A run now is saved as ${filled}`;
}
