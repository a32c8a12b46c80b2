import { useId } from 'react';
import type { JsonValue } from '@contract/json/lossless';
import { member } from '@contract/json/json-values';
import { t } from '@/lib/i18n/messages';
import { LazySelect } from '@/ui/input/lazy-select';
import { SegmentedControl } from '@/ui/input/segmented-control';
import { valueIn } from '../../schema/body';
import { pathKey, type ObjectField, type Alternative } from '../../schema/field';
import { FieldList } from '../frame/field-list';
import { useForm, useFormParts } from '../state/form-context';
import type { AlternativeParts } from './object-parts';

const MAX_SEGMENTS_CHARACTERS = 30;

/** Alternative sets of properties, one of which must be sent. */
export function AlternativeFields({ owner, parts }: { owner: ObjectField; parts: AlternativeParts }) {
  return parts.alternative.need === 'one' ? <OneOfThese owner={owner} parts={parts} /> : <AtLeastOne parts={parts} />;
}

function AtLeastOne({ parts }: { parts: AlternativeParts }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <span id={id} className="text-sm text-muted">
        {t('At least one of these')}
      </span>
      <FieldList fields={parts.fields} />
    </div>
  );
}

/** Shows the properties of the selected set; those of the other sets are not sent. */
function OneOfThese({ owner, parts: { alternative, fields } }: { owner: ObjectField; parts: AlternativeParts }) {
  const { session } = useFormParts();
  const id = useId();
  const key = `sets ${pathKey(owner.path)} ${fields[0]?.name ?? ''}`;
  const chosen = useForm(
    ({ body, branches }) => branches[key] ?? chosenSet(alternative, valueIn(body.value, owner.path)),
  );
  const titles = new Map(fields.map(({ name, title }) => [name, title]));
  const options = alternative.sets.map((names, index) => ({
    value: String(index),
    label: names.map((name) => titles.get(name) ?? name).join(' and ') || 'none',
  }));
  const shown = new Set(alternative.sets[chosen]);
  const choose = (next: string) => {
    const kept = new Set(alternative.sets[Number(next)]);
    session.chooseSet(
      key,
      Number(next),
      fields.filter(({ name }) => !kept.has(name)).map(({ path }) => path),
    );
  };
  const isShort = options.reduce((sum, { label }) => sum + label.length, 0) <= MAX_SEGMENTS_CHARACTERS;
  const Picker = isShort ? SegmentedControl : LazySelect;
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <div className="flex flex-col gap-1.5">
        <span id={id} className="text-sm text-muted">
          {t('One of these')}
        </span>
        <Picker aria-labelledby={id} value={String(chosen)} options={options} placeholder="" onValueChange={choose} />
      </div>
      <FieldList fields={fields.filter(({ name }) => shown.has(name))} />
    </div>
  );
}

/** Returns the index of the set whose properties are sent; the first if no set is complete. */
function chosenSet({ sets }: Alternative, value: JsonValue | undefined): number {
  const score = (names: readonly string[]) => names.filter((name) => member(value, name) !== undefined).length;
  const whole = sets.findIndex((names) => names.length > 0 && score(names) === names.length);
  return whole >= 0
    ? whole
    : Math.max(
        0,
        sets.findIndex((names) => score(names) > 0),
      );
}
