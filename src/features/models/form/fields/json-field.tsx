import { JsonField as SharedJsonField } from '@/shared/fields/json-field';
import { useErrorsWithin } from '../errors/field-errors';
import { useFrame } from '../frame/field-frame';
import type { FieldViewProps } from '../state/form-context';
import { useText } from '../frame/use-text';

/**
 * Any value as JSON text: for schemas that are too vague or too complex, and for values that do not fit their control.
 */
export function JsonField(props: FieldViewProps) {
  const { field } = props;
  const { value: _value, preset: _preset, ...text } = useText(props, 'json');
  const frame = useFrame(props, { error: useErrorsWithin(field.path) });
  return <SharedJsonField {...text} frame={frame} reason={field.kind === 'json' ? field.reason : ''} />;
}
