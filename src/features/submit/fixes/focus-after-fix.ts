import type { DraftEditor } from '../draft/draft-editor';
import { revealTarget } from '../draft/focus-field';
import type { FieldTarget } from '../draft/session-state';

/**
 * Called before a fix, whose button then vanishes. In the list of problems, the focus goes to the next problem. Elsewhere, and after
 * the last problem, it goes to what was fixed; the card of a node without inputs vanishes, too, and the next card gets it.
 */
export function focusAfterFix(editor: DraftEditor, button: Element | null, target: FieldTarget): void {
  const line = button?.closest('[data-problem]');
  const index = line ? [...(line.parentElement?.children ?? [])].indexOf(line) : -1;
  const card = button?.closest('[data-node]');
  const cards = card ? [...document.querySelectorAll('[data-node]')] : [];
  const at = cards.findIndex((each) => each === card);
  // By its node: as cards move up, it may be mounted again in another block.
  const neighborId = (cards[at + 1] ?? cards[at - 1])?.getAttribute('data-node') ?? null;
  requestAnimationFrame(() => {
    const left = line ? [...document.querySelectorAll('[data-problem]')] : [];
    const next = left[Math.min(index, left.length - 1)];
    const buttons = next?.querySelectorAll('button') ?? [];
    const last = buttons[buttons.length - 1];
    if (last) last.focus();
    else if (target.fieldKey !== null || editor.state.form.cards.some(({ nodeId }) => nodeId === target.nodeId)) {
      revealTarget(editor, target);
    } else if (neighborId !== null) revealTarget(editor, { nodeId: neighborId, fieldKey: null });
  });
}
