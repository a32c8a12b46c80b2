import { Download } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { runCommand } from '@/shared/commands/mounted-commands';
import { JsonTextArea } from '@/shared/fields/json-text-area';
import { Button } from '@/ui/button';
import { workflowText } from '../draft/editor-state';
import { isTooLong, jsonProblem, ownJson, shownJson } from '../draft/json-text';
import { useEditor, useSession, useSettledEditor } from '../draft/session/session-context';

/** The workflow as JSON beside its form: each follows the other. */
export function JsonView() {
  const { editor } = useSession();
  const own = useEditor(ownJson);
  const shown = useSettledEditor(shownJson);
  const json = useEditor((state) => state.json);
  const problem = useMemo(() => jsonProblem({ json }), [json]);
  const area = useRef<HTMLTextAreaElement>(null);
  const isHidden = useMemo(() => own === null && isTooLong(shown), [own, shown]);
  if (isHidden) return <TooLong sizeBytes={shown.length} />;
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
        onFormat={() => editor.formatJson()}
        copied={() => own ?? workflowText(editor.state)}
      />
    </div>
  );
}

function TooLong({ sizeBytes }: { sizeBytes: number }) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-3 p-6 text-center">
      <p className="max-w-100 text-pretty text-muted">
        {t('This JSON is too long to edit here: {size}. Download the workflow, edit the file, and drop it here.', {
          size: formatBytes(sizeBytes),
        })}
      </p>
      <Button onClick={() => runCommand('draft-download')}>
        <Download aria-hidden />
        {t('Download workflow')}
      </Button>
    </div>
  );
}
