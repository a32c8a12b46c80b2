import { useId, useMemo, type ReactNode } from 'react';
import { member } from '@contract/json/json-values';
import { t } from '@/lib/i18n/messages';
import { pathKey, type Field, type ObjectField as ObjectFieldModel } from '../../schema/field';
import { useForm, type FieldViewProps } from '../state/form-context';
import { valueIn } from '../../schema/body';
import { FieldDescription } from '../frame/field-description';
import { FieldMarks } from '../frame/field-frame';
import { Collapsible, collapsibleSummary, moreKey } from '../frame/collapsible';
import { FieldState } from '../frame/field-state';
import { useErrors } from '../errors/field-errors';
import { FieldList } from '../frame/field-list';
import { extraNames, objectParts, settledConstants } from './object-parts';
import { AlternativeFields } from './alternative-fields';
import { AdditionalProperties, AddProperty } from './additional-properties';

/** The body, items and branches are always expanded; a property that is an object is collapsible. */
export function ObjectField({ field, isBare }: FieldViewProps<ObjectFieldModel>) {
  if (isBare || field.path.length === 0) return <ObjectProperties field={field} isBare={isBare === true} />;
  return <NestedObject field={field} />;
}

/** Optional objects are collapsed until one of their properties is sent. */
function NestedObject({ field }: { field: ObjectFieldModel }) {
  const id = useId();
  const isSent = useForm(({ body }) => valueIn(body.value, field.path) !== undefined);
  const error = useErrors(field.path);
  const summary = collapsibleSummary(field.fields());
  return (
    <div
      role="group"
      aria-label={field.title}
      aria-describedby={error ? `${id}-error` : undefined}
      className="group/field relative rounded-lg border border-line px-3 py-1.5"
    >
      <Collapsible
        foldKey={pathKey(field.path)}
        title={field.title}
        summary={
          <>
            <FieldMarks field={field} />
            <span className="min-w-0 truncate text-faint">{summary}</span>
          </>
        }
        isInitiallyOpen={field.required || isSent}
      >
        <div className="flex flex-col gap-4 pb-2">
          {field.description || field.hints.length > 0 ? (
            <div className="text-sm text-faint">
              <FieldDescription field={field} />
            </div>
          ) : null}
          <ObjectProperties field={field} isBare={false} />
        </div>
      </Collapsible>
      <div className="absolute top-4 right-2">
        <FieldState field={field} isNear />
      </div>
      {error ? (
        <p id={`${id}-error`} className="pt-1 text-sm text-bad">
          {error}
        </p>
      ) : null}
    </div>
  );
}

interface ObjectPropertiesProps {
  field: ObjectFieldModel;
  /** For items and branches, whose additional properties are added as JSON. */
  isBare: boolean;
}

/** Content of an object: properties, alternative sets, optional and additional properties. */
function ObjectProperties({ field, isBare }: ObjectPropertiesProps) {
  // Selects names instead of fields, since the store compares by value.
  const settled = useForm(({ body }) => settledConstants(field, valueIn(body.value, field.path)));
  const { main, more, alternatives } = useMemo(() => objectParts(field, settled), [field, settled]);
  const add = field.extra && !isBare ? <AddProperty field={field} /> : null;
  const hasExtra = useForm(({ body }) => extraNames(field, valueIn(body.value, field.path)).length > 0);
  // Without other content, a collapsible is unnecessary.
  const isFolded = more.length > 0 && main.length + alternatives.length > 0;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {main.length > 0 ? <FieldList fields={main} /> : null}
      {alternatives.map((parts) => (
        <AlternativeFields key={parts.fields[0]?.name} owner={field} parts={parts} />
      ))}
      {hasExtra ? <AdditionalProperties field={field} /> : null}
      {isFolded ? (
        <OptionalFields owner={field} fields={more}>
          {add}
        </OptionalFields>
      ) : (
        <>
          {more.length > 0 ? <FieldList fields={more} /> : null}
          {add}
        </>
      )}
    </div>
  );
}

interface OptionalFieldsProps {
  owner: ObjectFieldModel;
  fields: readonly Field[];
  children: ReactNode;
}

/** Rarely used fields, collapsed. */
function OptionalFields({ owner, fields, children }: OptionalFieldsProps) {
  const sent = useForm(({ body }) => {
    const value = valueIn(body.value, owner.path);
    return fields.filter(({ name }) => member(value, name) !== undefined).length;
  });
  const count = fields.length;
  const countText =
    sent > 0
      ? t('{sent} of {count, plural, one {# input} other {# inputs}} sent', { sent, count })
      : t('{count, plural, one {# input} other {# inputs}}', { count });
  return (
    <div className="border-t border-line pt-2">
      <Collapsible
        foldKey={moreKey(owner.path)}
        title={t('More')}
        summary={`${countText}: ${collapsibleSummary(fields)}`}
        isInitiallyOpen={false}
      >
        <div className="flex flex-col gap-4">
          <FieldList fields={fields} />
          {children}
        </div>
      </Collapsible>
    </div>
  );
}
