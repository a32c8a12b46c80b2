import { Trans } from '@/lib/i18n/trans';
import { SwitchField } from '@/shared/fields/switch-field';
import { valueText } from '@/shared/fields/typed-text';
import type { ConstField as ConstFieldModel } from '../../schema/field';
import { useFrame } from '../frame/field-frame';
import { useFormParts, useValue, type FieldViewProps } from '../state/form-context';

/** A single possible value: sent or not sent. */
export function ConstField(props: FieldViewProps<ConstFieldModel>) {
  const { field } = props;
  const { session } = useFormParts();
  const isSent = useValue(field.path) !== undefined;
  const value = <span className="font-mono text-sm">{valueText(field.value)}</span>;
  return (
    <SwitchField
      frame={useFrame(props)}
      isOn={isSent}
      word={isSent ? value : <Trans text="{value}, not sent" values={{ value }} />}
      isFaint={!isSent}
      onChange={(isOn) => {
        if (isOn) session.set(field.path, field.value);
        else session.remove(field.path);
      }}
    />
  );
}
