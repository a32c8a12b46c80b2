import type { JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import { LazySelect } from '@/ui/input/lazy-select';
import { SegmentedControl } from '@/ui/input/segmented-control';
import { choiceIndex, choiceLabel, type Choice } from './choice';
import { FieldFrame, type FrameProps } from './field-frame';
import { valueText } from './typed-text';

interface ChoiceFieldProps {
  frame: FrameProps;
  choices: readonly Choice[];
  value: JsonValue | undefined;
  onChoose: (value: JsonValue) => void;
  /** Effective value while nothing is chosen. */
  defaultValue?: JsonValue | undefined;
  /** `defaultValue` is shown as if it were chosen. */
  isDefault?: boolean;
  /** The choices are those that a server currently has: shown as a list, however few. */
  isList?: boolean;
}

const MAX_SEGMENTS = 4;
/** Approximate width of a form column. */
const MAX_SEGMENTS_PX = 236;
const SEGMENT_PX = 20;
const CHARACTER_PX = 7;

/** Choice of one value: a few short ones side by side, otherwise a list, searchable from sixteen on. */
export function ChoiceField({
  frame,
  choices,
  value,
  onChoose,
  defaultValue,
  isDefault = false,
  isList = false,
}: ChoiceFieldProps) {
  const chosen = choiceIndex(choices, value);
  const preset = choiceIndex(choices, defaultValue);
  // A value that is not one of the choices stays visible, with the reason below why it may be rejected.
  const unlisted = value !== undefined && chosen < 0 ? valueText(value) || '(empty)' : null;
  const choose = (index: string) => {
    const choice = choices[Number(index)];
    if (choice) onChoose(choice.value);
  };
  return (
    <FieldFrame frame={frame}>
      {(control) =>
        !isList && unlisted === null && isShort(choices) ? (
          <SegmentedControl
            {...control}
            aria-label={frame.label}
            value={chosen < 0 ? null : String(chosen)}
            preset={isDefault ? String(preset) : null}
            options={optionsOf(choices)}
            onValueChange={choose}
          />
        ) : (
          <LazySelect
            {...control}
            value={unlisted === null ? (chosen < 0 ? null : String(chosen)) : UNLISTED}
            options={
              unlisted === null ? optionsOf(choices) : [{ value: UNLISTED, label: unlisted }, ...optionsOf(choices)]
            }
            placeholder={preset < 0 ? t('not sent') : choiceLabel(choices[preset])}
            // The default is a placeholder, not a value: a default that the user selects from the list must be sent.
            className={isDefault ? 'data-placeholder:text-text!' : undefined}
            onValueChange={choose}
          />
        )
      }
    </FieldFrame>
  );
}

/** Not an index: choosing it again changes nothing. */
const UNLISTED = 'unlisted';

/** Returns true if the choices are few and short enough to be shown side by side. */
function isShort(choices: readonly Choice[]): boolean {
  if (choices.length === 0 || choices.length > MAX_SEGMENTS) return false;
  const width = choices.reduce((sum, choice) => sum + SEGMENT_PX + choiceLabel(choice).length * CHARACTER_PX, 0);
  return width <= MAX_SEGMENTS_PX;
}

const options = new WeakMap<readonly Choice[], { value: string; label: string }[]>();

/** Lists use strings as values: the index distinguishes even 1 from "1". */
function optionsOf(choices: readonly Choice[]) {
  const made =
    options.get(choices) ?? choices.map((choice, index) => ({ value: String(index), label: choiceLabel(choice) }));
  options.set(choices, made);
  return made;
}
