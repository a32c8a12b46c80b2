import { useMemo } from 'react';
import { t } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
import { FieldFrame } from '@/shared/fields/field-frame';
import { Button } from '@/ui/button';
import { revealTarget } from '../draft/focus-field';
import type { FormField } from '../draft/form-model';
import { setRecentModelFile } from '../draft/recent-model-files';
import { FileName } from '../model-files/file-name';
import { ModelSelect } from '../model-files/model-select';
import { nearestFiles } from '../model-files/nearest-files';
import { useField } from './use-field';
import { useSession } from '../draft/session/session-context';

/** A model file of the server, such as a checkpoint or a LoRA. */
export function ModelField({ field }: { field: FormField }) {
  const { editor, frame, value } = useField(field);
  const { surface } = useSession();
  const names = useMemo(() => (field.spec?.options ?? []).map(String), [field.spec]);
  const chosen = typeof value === 'string' ? value : '';
  const isMissing = chosen !== '' && !names.includes(chosen);
  const similar = useMemo(() => (isMissing ? nearestFiles(chosen, names) : []), [isMissing, chosen, names]);
  const choose = (name: string) => {
    editor.setValue(field.key, name);
    setRecentModelFile(surface.id, [name], true);
  };
  const { problem } = frame;
  // The similar files include the one that the problem offers.
  const shown = problem && similar.length > 0 ? { message: problem.message, severity: problem.severity } : problem;
  return (
    <>
      <FieldFrame frame={{ ...frame, problem: shown }}>
        {(control) => (
          <ModelSelect
            control={control}
            surface={surface}
            names={names}
            value={chosen}
            similar={similar}
            onChoose={choose}
          />
        )}
      </FieldFrame>
      {similar.length > 0 ? (
        <div
          className="mt-1.5 flex flex-wrap items-center gap-1.5"
          role="group"
          aria-label={t('Similar to {chosen}', { chosen })}
        >
          {similar.map((name) => (
            <Button
              key={name}
              size="sm"
              className="max-w-full"
              aria-label={t('Use {name}', { name })}
              onClick={() => {
                choose(name);
                revealTarget(editor, { nodeId: field.nodeId, fieldKey: field.key });
              }}
            >
              <span className="flex min-w-0 gap-1">
                <Trans text="Use {name}" values={{ name: <FileName value={name} /> }} />
              </span>
            </Button>
          ))}
        </div>
      ) : null}
    </>
  );
}
