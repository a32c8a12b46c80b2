import { isNumber, isSameJson } from '@contract/json/json-values';
import { t } from '@/lib/i18n/messages';
import { isSeedName } from '@/lib/seed';
import { NumberField as SharedNumberField } from '@/shared/fields/number-field';
import { SeedField } from '@/shared/fields/seed-field';
import { valueText } from '@/shared/fields/typed-text';
import type { NumberField as NumberFieldModel } from '../../schema/field';
import { useFrame } from '../frame/field-frame';
import { useFormParts, type FieldViewProps } from '../state/form-context';
import { useText } from '../frame/use-text';

export function NumberField(props: FieldViewProps<NumberFieldModel>) {
  const { field } = props;
  const { integer, minimum, maximum, slider } = field;
  const { session } = useFormParts();
  const { value, preset, ...text } = useText(props, integer ? 'integer' : 'decimal');
  const frame = useFrame(props, { isDefault: preset !== undefined });
  const Control = integer && isSeedName(field.name) ? SeedField : SharedNumberField;
  return (
    <Control
      {...text}
      frame={frame}
      range={{ integer, minimum, maximum, step: field.multipleOf ?? slider?.step ?? null }}
      stepsFrom={valueText(field.defaultValue ?? 0)}
      placeholder={text.placeholder || (slider && !field.required ? t('not sent') : '')}
      slider={
        slider && {
          ...slider,
          value: isNumber(value) ? Number(value) : Number(field.defaultValue ?? slider.min),
          isFaint: value === undefined && preset === undefined,
        }
      }
      specials={field.specials.map((special) => ({
        label: special.label,
        title: special.description || t('Send {value}', { value: valueText(special.value) }),
        isOn: value !== undefined && isSameJson(value, special.value),
        onChoose: () => session.set(field.path, special.value),
      }))}
    />
  );
}
