import type { Field } from '../schema/field';
import { uncheckedRules } from '../schema/unchecked-rules';
import { useForm } from './form-context';

/** Beside the label of a field with a rule that this browser cannot judge. */
export function UncheckedMark({ field }: { field: Field }) {
  // Where nothing at all is checked, the notice over the form says so once.
  const isWithoutPatterns = useForm(({ extent }) => extent === 'without-patterns');
  const pattern = field.kind === 'text' ? field.pattern : null;
  const rules = isWithoutPatterns && pattern !== null ? [`the pattern ${pattern}`] : uncheckedRules(field);
  if (rules.length === 0) return null;
  const what = rules.join(', ');
  return (
    <span className="min-w-0 truncate text-warn" title={`Checked by the provider only: ${what}`}>
      checked by the provider only<span className="sr-only">: {what}</span>
    </span>
  );
}
