import type { JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import { ChoiceField as SharedChoiceField } from '@/shared/fields/choice-field';
import { choiceIndex } from '@/shared/fields/choice';
import { SwitchField } from '@/shared/fields/switch-field';
import type { BooleanField as BooleanFieldModel, EnumField } from '../../schema/field';
import { useFrame } from '../frame/field-frame';
import { shownDefault } from '../frame/field-text';
import { useFormParts, useValue, type FieldViewProps } from '../state/form-context';

export function BooleanField(props: FieldViewProps<BooleanFieldModel>) {
  const { field } = props;
  const { session } = useFormParts();
  const value = useValue(field.path);
  const preset = shownDefault(props, value);
  const typical = field.defaultValue === true;
  return (
    <SwitchField
      frame={useFrame(props, { isDefault: preset !== undefined })}
      isOn={value === undefined ? typical : value === true}
      word={booleanWord(value ?? preset, field)}
      isFaint={value === undefined && preset === undefined}
      disabled={field.readOnly}
      onChange={(isOn) => session.set(field.path, isOn)}
    />
  );
}

function booleanWord(value: JsonValue | undefined, { defaultValue }: BooleanFieldModel): string {
  if (value !== undefined) return value === true ? t('on') : t('off');
  if (defaultValue === undefined) return t('not sent');
  return defaultValue === true ? t('on by default') : t('off by default');
}

export function ChoiceField(props: FieldViewProps<EnumField>) {
  const { field } = props;
  const { session } = useFormParts();
  const value = useValue(field.path);
  const { choices, defaultValue } = field;
  const isDefault = choiceIndex(choices, defaultValue) >= 0 && shownDefault(props, value) !== undefined;
  return (
    <SharedChoiceField
      frame={useFrame(props, { isDefault })}
      choices={choices}
      value={value}
      defaultValue={defaultValue}
      isDefault={isDefault}
      onChoose={(chosen) => session.set(field.path, chosen)}
    />
  );
}
