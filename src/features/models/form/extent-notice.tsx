import { ShieldQuestionMark } from 'lucide-react';
import { useForm } from './form-context';

/** What of the schema goes unchecked in this browser, and why. Nothing is kept from being sent by it. */
export function ExtentNotice() {
  const extent = useForm((state) => state.extent);
  return (
    <p className="flex gap-2 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
      <ShieldQuestionMark aria-hidden className="mt-0.5 size-4 shrink-0" />
      {extent === 'without-patterns'
        ? 'Patterns in this schema are too slow to check here and are validated by the provider only.'
        : 'This schema is too large, too deep or too slow to check here: the input is checked by the provider only.'}
    </p>
  );
}
