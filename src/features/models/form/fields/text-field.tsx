import { t } from '@/lib/i18n/messages';
import { TextField as SharedTextField } from '@/shared/fields/text-field';
import type { TextField as TextFieldModel } from '../../schema/field';
import { useFrame } from '../frame/field-frame';
import type { FieldViewProps } from '../state/form-context';
import { useText } from '../frame/use-text';

export function TextField(props: FieldViewProps<TextFieldModel>) {
  const { field } = props;
  const { value, preset, ...text } = useText(props, 'text');
  return (
    <SharedTextField
      {...text}
      frame={useFrame(props, { isDefault: typeof preset === 'string' })}
      format={field.format}
      suggestions={field.suggestions}
      isSent={value !== undefined}
      placeholder={value === '' ? t('empty string') : text.placeholder}
    />
  );
}
