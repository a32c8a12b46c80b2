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
  return (
    <SwitchField
      frame={useFrame(props)}
      isOn={isSent}
      word={
        <>
          <span className="font-mono text-sm">{valueText(field.value)}</span>
          {isSent ? '' : ', not sent'}
        </>
      }
      isFaint={!isSent}
      onChange={(isOn) => {
        if (isOn) session.set(field.path, field.value);
        else session.remove(field.path);
      }}
    />
  );
}
