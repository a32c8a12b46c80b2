import { useMemo, useRef } from 'react';
import { t } from '@/lib/i18n/messages';
import { JsonTextArea } from '@/shared/fields/json-text-area';
import { workflowText } from '../draft/editor-state';
import { formatJson, jsonProblem, ownJson, shownJson } from '../draft/json-text';
import { useEditor, useSession, useSettledEditor } from '../draft/session-context';

/** The workflow as JSON beside its form: each follows the other. */
export function JsonView() {
  const { editor } = useSession();
  const own = useEditor(ownJson);
  const shown = useSettledEditor(shownJson);
  const json = useEditor((state) => state.json);
  const problem = useMemo(() => jsonProblem({ json }), [json]);
  const area = useRef<HTMLTextAreaElement>(null);
  return (
    <div data-json-view className="flex min-h-0 flex-1 flex-col gap-2 px-4 py-3 md:px-5">
      <JsonTextArea
        area={area}
        label={t('Workflow as JSON')}
        copyName={t('Workflow')}
        text={own ?? shown}
        problem={problem}
        onText={(text) => editor.typeJson(text)}
        onLeave={() => editor.readJson()}
        onDiscard={() => editor.discardJson()}
        format={formatJson}
        copied={() => own ?? workflowText(editor.state)}
      />
    </div>
  );
}
