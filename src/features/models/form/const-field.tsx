import { Switch } from '@/ui/switch';
import type { ConstField as ConstFieldModel } from '../schema/field';
import { FieldFrame } from './field-frame';
import { valueText } from './field-text';
import { useFormParts, useValue, type FieldViewProps } from './form-context';

/** One value and no other: sent, or not. */
export function ConstField({ field, isBare }: FieldViewProps<ConstFieldModel>) {
  const { session } = useFormParts();
  const value = useValue(field.path);
  return (
    <FieldFrame field={field} isBare={isBare}>
      {(control) => (
        <div className="flex h-8 items-center gap-2.5">
          <Switch
            {...control}
            checked={value !== undefined}
            onCheckedChange={(isSent) => {
              if (isSent) session.set(field.path, field.value);
              else session.remove(field.path);
            }}
          />
          <span className={value === undefined ? 'text-faint' : 'text-muted'}>
            <span className="font-mono text-sm">{valueText(field.value)}</span>
            {value === undefined ? ', not sent' : ''}
          </span>
        </div>
      )}
    </FieldFrame>
  );
}
