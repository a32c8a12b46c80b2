import { X } from 'lucide-react';
import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { isObject } from '@contract/json/json-values';
import { t } from '@/lib/i18n/messages';
import { GroupFrame } from '@/shared/fields/field-frame';
import { Button } from '@/ui/button';
import { TextInput } from '@/ui/input/text-input';
import { valueIn } from '../../schema/body';
import { renameProperty } from '../../schema/body-edits';
import type { MapField as MapFieldModel } from '../../schema/field';
import { initialValue } from '../../schema/initial-value';
import { AddMember } from './additional-properties';
import { useFrame } from '../frame/field-frame';
import { defaultNote } from '../frame/field-text';
import { useForm, useFormParts, type FieldViewProps } from '../state/form-context';
import type { FormState } from '../state/form-session';
import { useRowKeys } from './use-stable-keys';

/** An object whose property names the user chooses: one row per property, with its name and its value. */
export function MapField(props: FieldViewProps<MapFieldModel>) {
  const { field } = props;
  const { session } = useFormParts();
  const names = useForm(
    useShallow(({ body }: FormState) => {
      const value = valueIn(body.value, field.path);
      return isObject(value) ? Object.keys(value) : [];
    }),
  );
  const rows = useRowKeys(names.length);
  const frame = useFrame(props, { note: noteOf(field, names.length), isGroup: true });
  return (
    <GroupFrame frame={frame} isLong>
      <div className="flex min-w-0 flex-col gap-2">
        {names.map((name, index) => (
          <MapRow
            key={rows.keys[index]}
            field={field}
            name={name}
            names={names}
            onRemove={() => {
              rows.remove(index);
              session.remove([...field.path, name]);
            }}
          />
        ))}
        {field.maxEntries !== null && names.length >= field.maxEntries ? null : (
          <AddMember
            isTaken={(name) => names.includes(name)}
            onAdd={(name) => {
              const entry = field.entry(name);
              session.set(entry.path, initialValue(entry));
            }}
          />
        )}
      </div>
    </GroupFrame>
  );
}

function noteOf({ defaultValue, maxEntries }: MapFieldModel, count: number): string | undefined {
  if (count === 0 && isObject(defaultValue)) return defaultNote(defaultValue);
  return maxEntries === null ? undefined : t('up to {limit}', { limit: maxEntries });
}

interface MapRowProps {
  field: MapFieldModel;
  name: string;
  names: readonly string[];
  onRemove: () => void;
}

function MapRow({ field, name, names, onRemove }: MapRowProps) {
  const { session, FieldView } = useFormParts();
  const [typed, setTyped] = useState<string | null>(null);
  const entry = field.entry(name);
  const isTaken = typed !== null && typed !== name && names.includes(typed);
  return (
    <div className="flex items-start gap-2">
      <div className="w-2/5 max-w-60">
        <TextInput
          aria-label={t('Name of {name}', { name })}
          aria-invalid={isTaken || undefined}
          title={isTaken ? t('This name already exists.') : undefined}
          spellCheck={false}
          className="font-mono"
          value={typed ?? name}
          onChange={(event) => setTyped(event.target.value)}
          // Renames only on blur: an incomplete name may be the name of another property.
          onBlur={() => {
            if (typed !== null && !isTaken) {
              session.change(field.path, (body) => renameProperty(body, field.path, name, typed));
            }
            setTyped(null);
          }}
        />
      </div>
      <div className="min-w-0 flex-1">
        <FieldView field={entry} isBare />
      </div>
      <Button tone="ghost" size="icon" aria-label={t('Remove {name}', { name })} title={t('Remove')} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </div>
  );
}
