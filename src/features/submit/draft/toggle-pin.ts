import { isPinned, pinInput, pinnedInputs, TEMPLATE_LIMITS, unpinInput } from '@/domains/drafts/template';
import { formatCount } from '@/lib/format';
import { announce } from '@/shared/feedback/announce';
import type { EditorSession } from './editor-session';
import type { FormField } from './form-model';

/** Pins an input, or removes it from the template with its label. Undo restores it. */
export function togglePin(session: EditorSession, { nodeId, name }: FormField): void {
  const address = { nodeId, input: name };
  const wasPinned = isPinned(session.template, address);
  session.changeTemplate((template) => (wasPinned ? unpinInput(template, address) : pinInput(template, address)));
  const count = pinnedInputs(session.template).length;
  if (!wasPinned && !isPinned(session.template, address)) {
    announce(`A template has at most ${TEMPLATE_LIMITS.inputs} inputs`);
  } else {
    announce(`${wasPinned ? 'Unpinned' : 'Pinned'} ${name}: ${formatCount(count, 'input')} in the template`);
  }
}
