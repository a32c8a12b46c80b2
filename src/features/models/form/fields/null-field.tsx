import { t } from '@/lib/i18n/messages';
import { FieldFrame } from '@/shared/fields/field-frame';
import { Button } from '@/ui/button';
import { initialValue } from '../../schema/initial-value';
import { useFrame } from '../frame/field-frame';
import { useFormParts, type FieldViewProps } from '../state/form-context';

/** A field that explicitly sends `null`. */
export function NullField(props: FieldViewProps) {
  const { field } = props;
  const { session } = useFormParts();
  const frame = useFrame(props);
  const start = initialValue(field);
  return (
    <FieldFrame frame={frame}>
      {(control) => (
        <div className="flex h-8 items-center gap-2.5">
          <span className="font-mono text-sm text-muted">null</span>
          <Button
            {...control}
            size="sm"
            aria-label={t('Send a value as {title}', { title: field.title })}
            onClick={() => session.set(field.path, start === null ? '' : start)}
          >
            {t('Send a value')}
          </Button>
        </div>
      )}
    </FieldFrame>
  );
}
