import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { member } from '@contract/json/json-values';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { TextInput } from '@/ui/input/text-input';
import { valueIn } from '../../schema/body';
import type { ObjectField, FieldPath, JsonField } from '../../schema/field';
import { initialValue } from '../../schema/initial-value';
import { useForm, useFormParts } from '../state/form-context';
import type { FormState } from '../state/form-session';
import { extraNames } from './object-parts';

/** Properties that the document does not describe. They are sent unchanged; the user can see and remove them. */
export function AdditionalProperties({ field }: { field: ObjectField }) {
  const { FieldView } = useFormParts();
  const names = useForm(useShallow(({ body }: FormState) => extraNames(field, valueIn(body.value, field.path))));
  return (
    <>
      {names.map((name) => {
        const described = field.extra?.(name);
        return <FieldView key={name} field={described ?? unnamedProperty(field.path, name)} />;
      })}
    </>
  );
}

/** Button to add a property that the document allows but does not name. */
export function AddProperty({ field }: { field: ObjectField }) {
  const { session } = useFormParts();
  return (
    <AddMember
      label={t('Add an input that is not listed')}
      onAdd={(name) => {
        const described = field.extra?.(name);
        if (described) session.set(described.path, initialValue(described));
      }}
      isTaken={(name) => {
        const value = valueIn(session.store.getState().body.value, field.path);
        return member(value, name) !== undefined || field.fields().some((child) => child.name === name);
      }}
    />
  );
}

interface AddPropertyProps {
  label?: string;
  onAdd: (name: string) => void;
  isTaken: (name: string) => boolean;
}

/** Input for the name of a new property. */
export function AddMember({ label = t('Add a field'), onAdd, isTaken }: AddPropertyProps) {
  const [name, setName] = useState<string | null>(null);
  if (name === null) {
    return (
      <Button size="sm" tone="ghost" className="-ml-2 w-fit" onClick={() => setName('')}>
        <Plus aria-hidden />
        {label}
      </Button>
    );
  }
  const problem = isTaken(name) ? t('This name already exists.') : name === '' ? t('Enter a name.') : null;
  const add = () => {
    if (problem) return;
    onAdd(name);
    setName(null);
  };
  return (
    <div className="flex gap-2">
      <TextInput
        aria-label={t('Name of the new field')}
        placeholder={t('name')}
        spellCheck={false}
        className="max-w-60 font-mono"
        // The user opened it in order to type.
        ref={(input) => input?.focus()}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setName(null);
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          add();
        }}
      />
      <Button disabledReason={problem} onClick={add}>
        {t('Add')}
      </Button>
      <Button tone="ghost" onClick={() => setName(null)}>
        {t('Cancel')}
      </Button>
    </div>
  );
}

/** Returns a field for a property that the document does not describe or allow. */
function unnamedProperty(parent: FieldPath, name: string): JsonField {
  return {
    kind: 'json',
    path: [...parent, name],
    name,
    title: name,
    description: '',
    required: false,
    nullable: true,
    deprecated: false,
    readOnly: false,
    writeOnly: false,
    defaultValue: undefined,
    examples: [],
    hints: [],
    foreign: [],
    place: 'main',
    group: '',
    reason: t('The document of this model does not describe it. It is sent as it stands.'),
  };
}
