import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { storedFile, UI_FORMAT_KEY } from '@/domains/drafts/draft-files';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { showToast } from '@/shared/feedback/toasts';
import type { DraftEditor } from '../draft/draft-editor';
import { withConversion, type ConvertedDraft } from './with-conversion';
import { convertUiFormat } from './read-dropped-file';

/** Converts the file of a draft again once the server has the classes that it lacked when the file was opened. */
export async function finishConversion(editor: DraftEditor, definitions: NodeDefinitions | null): Promise<void> {
  const { id, text, seedModes, conversion } = editor.state.draft;
  const { awaited = [] } = conversion ?? {};
  if (!definitions || awaited.length === 0 || !awaited.every((name) => Object.hasOwn(definitions, name))) return;
  const file = await storedFile(id, UI_FORMAT_KEY);
  if (!file) return;
  const result = await convertUiFormat(await file.text(), definitions);
  // Another definition arrived meanwhile, or the same one twice.
  if (editor.state.draft.conversion !== conversion) return;
  const apply = (converted: ConvertedDraft) => editor.edit((state) => withConversion(state, definitions, converted));
  if (result.ok && result.unknownClasses.length === 0) {
    const { notes, author, ...converted } = result;
    apply({ ...converted, ...author, conversion: { notes, awaited: [] } });
    if (conversion?.problem === undefined) return;
    announce(t('The workflow is converted'));
    showToast({
      tone: 'ok',
      title: t('Converted from the UI format'),
      description: t('The server now has all node classes.'),
    });
    return;
  }
  const [problem] = result.ok ? [] : result.problems;
  const why = problem ? `${problem.message} ${problem.advice}` : t('Drop the file again to see why.');
  apply({
    text,
    seedModes,
    conversion: { notes: [], awaited: [], problem: t('The file cannot be converted. {why}', { why }) },
  });
}
