import { lazy, memo, Suspense, type ComponentType } from 'react';
import type { JsonValue } from '@contract/json/lossless';
import { Skeleton } from '@/ui/skeleton';
import { valueIn } from '../schema/body';
import type { Field } from '../schema/field';
import { fits } from '../schema/fits';
import { pathKey } from '../schema/path';
import { BooleanField, ChoiceField } from './choice-fields';
import { GroupFrame } from './field-frame';
import { useForm, useFormParts, type FieldViewProps } from './form-context';
import { NumberField } from './number-field';
import { ObjectField } from './object-field';
import { TextField } from './text-field';

// What most forms have few of comes with the first of them.
const ArrayField = lazy(async () => ({ default: (await import('./array-field')).ArrayField }));
const ConstField = lazy(async () => ({ default: (await import('./const-field')).ConstField }));
const JsonField = lazy(async () => ({ default: (await import('./json-field')).JsonField }));
const MapField = lazy(async () => ({ default: (await import('./map-field')).MapField }));
const MediaField = lazy(async () => ({ default: (await import('./media-field')).MediaField }));
const NullField = lazy(async () => ({ default: (await import('./null-field')).NullField }));
const UnionField = lazy(async () => ({ default: (await import('./union-field')).UnionField }));

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
export const FieldView = memo(function FieldView(props: FieldViewProps) {
  const { field, isBare } = props;
  const { session } = useFormParts();
  const key = pathKey(field.path);
  const shape = useForm((state) =>
    state.asJson[key] ? 'json' : shapeOf(valueIn(state.body.value, field.path), field),
  );
  // The table pairs each kind with the component of that kind, which the type of a lookup cannot say.
  const Control = CONTROLS[field.kind] as ComponentType<FieldViewProps>;
  const Shown = shape === 'own' ? Control : shape === 'null' ? NullField : JsonField;
  const isLate = shape !== 'own' || LATE_KINDS.has(field.kind);
  const shown = <Shown {...props} />;
  return (
    <div
      data-path={isBare ? undefined : key}
      className={isBare ? 'contents' : 'min-w-0 scroll-my-16'}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) session.leave(field.path);
      }}
    >
      {isLate ? <Suspense fallback={<Place field={field} isBare={isBare} />}>{shown}</Suspense> : shown}
    </div>
  );
});

const LATE_KINDS: ReadonlySet<Field['kind']> = new Set(['array', 'const', 'json', 'map', 'media', 'union']);

/** Holds the room of a control that is on its way. */
function Place({ field, isBare }: { field: Field; isBare: boolean | undefined }) {
  const height = field.kind === 'media' ? 'h-[78px]' : 'h-7';
  return (
    <GroupFrame field={field} isBare={isBare}>
      <Skeleton className={height} />
    </GroupFrame>
  );
}

type Shape = 'own' | 'null' | 'json';

/** A text of the state and not the value, so that no keystroke below draws it again. */
function shapeOf(value: JsonValue | undefined, field: Field): Shape {
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
