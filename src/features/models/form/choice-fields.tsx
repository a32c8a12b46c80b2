import { isSameJson } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import { LazySelect } from '@/ui/lazy-select';
import { SegmentedControl } from '@/ui/segmented-control';
import { Switch } from '@/ui/switch';
import type { BooleanField as BooleanFieldModel, Choice, EnumField } from '../schema/field';
import { FieldFrame } from './field-frame';
import { shownDefault, valueText } from './field-text';
import { useFormParts, useValue, type FieldViewProps } from './form-context';

export function BooleanField(props: FieldViewProps<BooleanFieldModel>) {
  const { field, isBare } = props;
  const { session } = useFormParts();
  const value = useValue(field.path);
  const usual = field.defaultValue === true;
  const preset = shownDefault(props, value);
  const shown = value ?? preset;
  return (
    <FieldFrame field={field} isBare={isBare} isDefault={preset !== undefined}>
      {(control) => (
        <div className="flex h-8 items-center gap-2.5">
          <Switch
            {...control}
            checked={value === undefined ? usual : value === true}
            disabled={field.readOnly}
            onCheckedChange={(isOn) => session.set(field.path, isOn)}
          />
          <span className={shown === undefined ? 'text-faint' : 'text-muted'}>{booleanWord(shown, field)}</span>
        </div>
      )}
    </FieldFrame>
  );
}

function booleanWord(value: JsonValue | undefined, { defaultValue }: BooleanFieldModel): string {
  if (value !== undefined) return value === true ? 'on' : 'off';
  if (defaultValue === undefined) return 'not sent';
  return defaultValue === true ? 'on by default' : 'off by default';
}

const MAX_SEGMENTS = 4;
/** About what a column of the form has room for. */
const MAX_SEGMENTS_PX = 236;
const SEGMENT_PX = 20;
const CHARACTER_PX = 7;

export function ChoiceField(props: FieldViewProps<EnumField>) {
  const { field, isBare } = props;
  const { session } = useFormParts();
  const value = useValue(field.path);
  const chosen = indexOf(field.choices, value);
  const usual = indexOf(field.choices, field.defaultValue);
  const isDefault = usual >= 0 && shownDefault(props, value) !== undefined;
  const choose = (index: string) => {
    const choice = field.choices[Number(index)];
    if (choice) session.set(field.path, choice.value);
  };
  return (
    <FieldFrame field={field} isBare={isBare} isDefault={isDefault}>
      {(control) =>
        isShort(field.choices) ? (
          <SegmentedControl
            {...control}
            aria-label={field.title}
            value={chosen < 0 ? null : String(chosen)}
            preset={isDefault ? String(usual) : null}
            options={optionsOf(field.choices)}
            onValueChange={choose}
          />
        ) : (
          <LazySelect
            {...control}
            value={chosen < 0 ? null : String(chosen)}
            options={optionsOf(field.choices)}
            placeholder={usual < 0 ? 'not sent' : labelOf(field.choices[usual])}
            // A placeholder and no value: whoever picks the default from the list wants it sent.
            className={isDefault ? 'data-placeholder:text-text!' : undefined}
            onValueChange={choose}
          />
        )
      }
    </FieldFrame>
  );
}

/** Few and short enough to stand side by side. */
function isShort(choices: readonly Choice[]): boolean {
  if (choices.length === 0 || choices.length > MAX_SEGMENTS) return false;
  const width = choices.reduce((sum, choice) => sum + SEGMENT_PX + labelOf(choice).length * CHARACTER_PX, 0);
  return width <= MAX_SEGMENTS_PX;
}

const options = new WeakMap<readonly Choice[], { value: string; label: string }[]>();

/** Lists use texts for values: the index tells even 1 from "1". */
function optionsOf(choices: readonly Choice[]) {
  const made =
    options.get(choices) ?? choices.map((choice, index) => ({ value: String(index), label: labelOf(choice) }));
  options.set(choices, made);
  return made;
}

function labelOf(choice: Choice | undefined): string {
  return choice?.label || (choice ? valueText(choice.value) : '') || '(empty)';
}

function indexOf(choices: readonly Choice[], value: JsonValue | undefined): number {
  return value === undefined ? -1 : choices.findIndex((choice) => isSameJson(choice.value, value));
}
