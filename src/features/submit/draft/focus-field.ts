import { splitFieldKey } from '@/domains/drafts/field-key';
import { isPinned, pinnedInputs } from '@/domains/drafts/template';
import { focusControl } from '@/shared/fields/focus-control';
import type { DraftEditor } from './draft-editor';
import type { FieldTarget, SessionState } from './session-state';

/** Notes where the user is: the graph beside the form follows, and drops go there. */
export function markFocus(
  { state, store }: DraftEditor,
  focusedNode: string | null,
  focusedField: string | null,
): void {
  if (state.focusedNode === focusedNode && state.focusedField === focusedField) return;
  store.setState({ focusedNode, focusedField });
}

/** Focuses an input or a node on the page, after the next render. Shows all inputs if the template does not have it. */
export function revealTarget(editor: DraftEditor, target: FieldTarget): void {
  if (isInTemplate(editor.state, target)) {
    requestAnimationFrame(() => focusTarget(target));
    return;
  }
  if (editor.state.draft.view === 'template') editor.setView('all');
  editor.store.setState({ target });
}

function isInTemplate({ draft, isTemplateEdited }: SessionState, { nodeId, fieldKey }: FieldTarget): boolean {
  const { template, view } = draft;
  if (view !== 'template' || !template || isTemplateEdited) return false;
  return fieldKey === null
    ? pinnedInputs(template).some((pinned) => pinned.nodeId === nodeId)
    : isPinned(template, splitFieldKey(fieldKey));
}

export function focusTarget({ nodeId, fieldKey }: FieldTarget): void {
  if (fieldKey === null) focusCard(nodeId);
  else focusField(fieldKey);
}

/** Whether the form does not show a node: without inputs of its own, it has a card only while something is wrong with it. */
export function isOnlyInGraph({ graph, form, nodeProblems, nodeWarnings }: SessionState, nodeId: string): boolean {
  const isInForm =
    form.cards.some((card) => card.nodeId === nodeId) ||
    [nodeProblems, nodeWarnings].some((problems) => Object.hasOwn(problems, nodeId));
  return graph.has(nodeId) && !isInForm;
}

/** Scrolls a field into view and focuses its first control. */
export function focusField(key: string): void {
  focusControl(document.querySelector(`[data-field="${CSS.escape(key)}"]`));
}

/** Scrolls the card of a node into view. */
function focusCard(nodeId: string): void {
  focusControl(cardOf(nodeId));
}

/** All fields of a node may stand in the group of main inputs: the first of them is its card then. */
function cardOf(nodeId: string): Element | null {
  const ofNode = `[data-node="${CSS.escape(nodeId)}"]`;
  return document.querySelector(`section${ofNode}`) ?? document.querySelector(ofNode);
}

/** Shows the card of a node without moving the focus, for example from the graph. */
export function showCard(nodeId: string): void {
  cardOf(nodeId)?.scrollIntoView({ block: 'center' });
}
