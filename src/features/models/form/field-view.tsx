import { memo, type ComponentType } from 'react';
import type { JsonValue } from '@contract/json/lossless';
import { valueIn } from '../schema/body';
import { pathKey, type Field } from '../schema/field';
import { fits } from '../schema/fits';
import { BooleanField, ChoiceField } from './fields/choice-fields';
import { useForm, useFormParts, type FieldViewProps } from './state/form-context';
import { NumberField, TextField, JsonField } from './fields/typed-fields';
import { ObjectField } from './fields/object-field';
import { ArrayField } from './fields/array-field';
import { ConstField } from './fields/const-field';
import { MapField } from './fields/map-field';
import { MediaField } from './fields/media-field';
import { NullField } from './fields/null-field';
import { UnionField } from './fields/union-field';

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

/** Renders the control of a field, or a fallback for a value that the control cannot show. */
export const FieldView = memo(function FieldView(props: FieldViewProps) {
  const { field, isBare } = props;
  const { session } = useFormParts();
  const key = pathKey(field.path);
  const shape = useForm((state) =>
    state.asJson[key] ? 'json' : shapeOf(valueIn(state.body.value, field.path), field),
  );
  // The table pairs each kind with its component, which the type of the lookup cannot express.
  const Control = CONTROLS[field.kind] as ComponentType<FieldViewProps>;
  const Shown = shape === 'own' ? Control : shape === 'null' ? NullField : JsonField;
  return (
    <div
      data-path={isBare ? undefined : key}
      className={isBare ? 'contents' : 'min-w-0 scroll-my-16'}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) session.leave(field.path);
      }}
    >
      <Shown {...props} />
    </div>
  );
});

type Shape = 'own' | 'null' | 'json';

/** Derived from the state instead of the value, so that a keystroke in a nested field does not re-render it. */
function shapeOf(value: JsonValue | undefined, field: Field): Shape {
  if (value === undefined || field.kind === 'json') return 'own';
  if (value === null && field.nullable && !takesNull(field)) return 'null';
  return isShown(field, value) ? 'own' : 'json';
}

function takesNull(field: Field): boolean {
  return field.kind === 'const' && field.value === null;
}

function isShown(field: Field, value: JsonValue): boolean {
  // An incomplete number is stored as text, and a union itself shows values that match none of its branches.
  if (field.kind === 'union' || (field.kind === 'number' && typeof value === 'string')) return true;
  // A value that is not in the list is shown unchanged.
  return fits(field, value);
}
