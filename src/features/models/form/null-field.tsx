import { Button } from '@/ui/button';
import type { Field } from '../schema/field';
import { initialValue } from '../schema/initial-value';
import { FieldFrame } from './field-frame';
import { useFormParts, type FieldViewProps } from './form-context';

/** A field that sends null, on purpose. */
export function NullField({ field, isBare }: FieldViewProps<Field>) {
  const { session } = useFormParts();
  const start = initialValue(field);
  return (
    <FieldFrame field={field} isBare={isBare}>
      {(control) => (
        <div className="flex h-8 items-center gap-2.5">
          <span className="font-mono text-sm text-muted">null</span>
          <Button
            {...control}
            size="sm"
            aria-label={`Send a value as ${field.title}`}
            onClick={() => session.set(field.path, start === null ? '' : start)}
          >
            Send a value
          </Button>
        </div>
      )}
    </FieldFrame>
  );
}
