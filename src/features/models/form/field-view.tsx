import { memo, type ComponentType } from 'react';
import type { JsonValue } from '@contract/json/lossless';
import { valueIn } from '../schema/body';
import type { Field } from '../schema/field';
import { fits } from '../schema/fits';
import { pathKey } from '../schema/path';
import { ArrayField } from './array-field';
import { BooleanField, ChoiceField, ConstField } from './choice-fields';
import { useForm, useFormParts, type FieldViewProps } from './form-context';
import type { FormState } from './form-state';
import { JsonField } from './json-field';
import { MapField } from './map-field';
import { MediaField } from './media-field';
import { NullField } from './null-field';
import { NumberField } from './number-field';
import { ObjectField } from './object-field';
import { TextField } from './text-field';
import { UnionField } from './union-field';

const CONTROLS: { [Kind in Field['kind']]: ComponentType<FieldViewProps<Extract<Field, { kind: Kind }>>> } = {
  text: TextField,
  number: NumberField,
  boolean: BooleanField,
  enum: ChoiceField,
  const: ConstField,
  object: ObjectField,
  array: ArrayField,
  map: MapField,
  union: UnionField,
  media: MediaField,
  json: JsonField,
};

/** The control of a field, or that of a value which no such control could show. */
export const FieldView = memo(function FieldView({ field, isBare }: FieldViewProps) {
  const { session } = useFormParts();
  const shape = useForm((state) => shapeOf(state, field));
  // The table pairs each kind with the component of that kind, which the type of a lookup cannot say.
  const Control = CONTROLS[field.kind] as ComponentType<FieldViewProps>;
  const Shown = shape === 'own' ? Control : shape === 'null' ? NullField : JsonField;
  return (
    <div
      data-path={isBare ? undefined : pathKey(field.path)}
      className={isBare ? 'contents' : 'min-w-0 scroll-my-16'}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) session.leave(field.path);
      }}
    >
      <Shown field={field} {...(isBare === undefined ? {} : { isBare })} />
    </div>
  );
});

type Shape = 'own' | 'null' | 'json';

/** A text of the state and not the value, so that no keystroke below draws it again. */
function shapeOf(state: FormState, field: Field): Shape {
  if (state.asJson[pathKey(field.path)]) return 'json';
  const value = valueIn(state.body.value, field.path);
  if (value === undefined || field.kind === 'json') return 'own';
  if (value === null && field.nullable && !takesNull(field)) return 'null';
  return isShown(field, value) ? 'own' : 'json';
}

function takesNull(field: Field): boolean {
  return field.kind === 'const' && field.value === null;
}

function isShown(field: Field, value: JsonValue): boolean {
  // What was typed into a number is text until it is one, and a union shows what fits none of its branches by itself.
  if (field.kind === 'union' || (field.kind === 'number' && typeof value === 'string')) return true;
  // A value that is not in the list stays to be seen as it is.
  return fits(field, value);
}
