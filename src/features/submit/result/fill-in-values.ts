import { fieldKey } from '@/domains/drafts/field-key';
import type { ReusedValue } from '@/shared/generation-inputs/open-form';
import type { DraftEditor } from '../draft/draft-editor';
import { sameValue } from '../draft/form-model';
import { withSeedMode } from '../draft/seed-control';

/** Fills in values of another run of the workflow, as far as the form has their inputs. Reused seeds are kept after runs. */
export function fillInValues(editor: DraftEditor, values: readonly ReusedValue[]): { found: number; changed: number } {
  const { graph, form, values: shown } = editor.state;
  const found = values.flatMap(({ nodeId, classType, input, value }) => {
    const field = graph.get(nodeId)?.classType === classType ? form.fields.get(fieldKey(nodeId, input)) : undefined;
    return field ? [{ field, value }] : [];
  });
  const changes = found.filter(({ field, value }) => {
    const was = shown.get(field.key);
    return was === undefined || !sameValue(was, value);
  });
  if (changes.length > 0) editor.resetValues(changes.map(({ field, value }) => [field.key, value] as const));
  for (const { field } of found)
    if (field.kind === 'seed') editor.edit((state) => withSeedMode(state, field.key, 'keep'));
  return { found: found.length, changed: changes.length };
}
