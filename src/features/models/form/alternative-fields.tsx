import { useId } from 'react';
import { LazySelect } from '@/ui/lazy-select';
import { SegmentedControl } from '@/ui/segmented-control';
import { valueIn } from '../schema/body';
import type { ObjectField } from '../schema/field';
import { pathKey } from '../schema/path';
import { FieldList } from './field-list';
import { useForm, useFormParts } from './form-context';
import { chosenSet } from './chosen-set';
import type { AlternativeParts } from './object-parts';

const MAX_SEGMENTS_CHARACTERS = 30;

/** Members of which one set has to be sent. */
export function AlternativeFields({ owner, parts }: { owner: ObjectField; parts: AlternativeParts }) {
  return parts.alternative.need === 'one' ? <OneOfThese owner={owner} parts={parts} /> : <AtLeastOne parts={parts} />;
}

function AtLeastOne({ parts }: { parts: AlternativeParts }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <span id={id} className="text-sm text-muted">
        At least one of these
      </span>
      <FieldList fields={parts.fields} />
    </div>
  );
}

/** The members of the chosen set are shown; those of the others are not sent. */
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
          One of these
        </span>
        <Picker aria-labelledby={id} value={String(chosen)} options={options} placeholder="" onValueChange={choose} />
      </div>
      <FieldList fields={fields.filter(({ name }) => shown.has(name))} />
    </div>
  );
}
