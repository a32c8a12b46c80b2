import { useMemo } from 'react';
import type { Choice } from '@/shared/fields/choice';
import { ChoiceField } from '@/shared/fields/choice-field';
import { JsonField as SharedJsonField } from '@/shared/fields/json-field';
import { SwitchField } from '@/shared/fields/switch-field';
import { TextField as SharedTextField } from '@/shared/fields/text-field';
import type { FormField } from '../draft/form-model';
import { isModelFileList } from '../draft/model-file-list';
import { ModelSource } from '../fixes/model-source';
import { NodeProblemFix } from '../fixes/problem-fix';
import { ModelField } from './model-field';
import { useField } from './use-field';

export function TextField({ field }: { field: FormField }) {
  const { frame, typing } = useField(field);
  const suggestions = useChoices(field);
  return (
    <>
      <SharedTextField {...typing} frame={frame} format="plain" suggestions={suggestions} />
      <ModelSource field={field} />
    </>
  );
}

export function ColorField({ field }: { field: FormField }) {
  const { frame, typing } = useField(field);
  return <SharedTextField {...typing} frame={frame} format="color" />;
}

export function BooleanField({ field }: { field: FormField }) {
  const { editor, frame, value } = useField(field);
  const isOn = value === true;
  return (
    <SwitchField
      frame={frame}
      isOn={isOn}
      word={isOn ? 'on' : 'off'}
      onChange={(next) => editor.setValue(field.key, next)}
    />
  );
}

export function ComboField({ field }: { field: FormField }) {
  return (
    <>
      {isModelFileList(field.spec) ? <ModelField field={field} /> : <ListField field={field} />}
      <ModelSource field={field} />
    </>
  );
}

function ListField({ field }: { field: FormField }) {
  const { editor, frame, value } = useField(field);
  const choices = useChoices(field);
  return (
    <ChoiceField
      frame={frame}
      choices={choices}
      value={value}
      isList
      onChoose={(chosen) => editor.setValue(field.key, chosen)}
    />
  );
}

function useChoices({ spec }: FormField): Choice[] {
  return useMemo(() => (spec?.options ?? []).map((option) => ({ value: option, label: '', description: '' })), [spec]);
}

export function JsonField({ field }: { field: FormField }) {
  const { frame, typing } = useField(field);
  return (
    <>
      <SharedJsonField {...typing} frame={{ ...frame, note: 'JSON' }} />
      {frame.problem && field.spec?.kind === 'link' ? (
        <div className="mt-1.5">
          <NodeProblemFix nodeId={field.nodeId} problem={{ field: field.name, reason: 'missing_link' }} />
        </div>
      ) : null}
    </>
  );
}
