import { CircleAlert } from 'lucide-react';
import { formatCount } from '@/lib/format';
import type { FormFault } from '../schema/form-error';
import { errorText } from './error-text';
import { useForm } from './form-context';
import { shownFaults } from './shown-errors';

const MAX_SHOWN = 6;

/** All that is wrong, in one place: each line leads to its field. */
export function ErrorList({ onGo }: { onGo: (fault: FormFault) => unknown }) {
  const serverFaults = useForm((state) => state.serverFaults);
  const schemaFaults = useForm((state) => state.schemaFaults);
  const isAttempted = useForm((state) => state.isAttempted);
  const faults = shownFaults({ serverFaults, schemaFaults, isAttempted });
  return (
    <div className="flex flex-col gap-1 rounded-lg bg-bad-soft px-3 py-2">
      <p className="flex items-center gap-2 font-medium">
        <CircleAlert aria-hidden className="size-4 shrink-0 text-bad" />
        {formatCount(faults.length, 'problem')}
      </p>
      <ul className="flex flex-col">
        {faults.slice(0, MAX_SHOWN).map((fault) => (
          <li key={`${fault.source} ${fault.rule} ${errorText(fault, [])}`}>
            <button
              type="button"
              className="w-full rounded py-0.5 pl-6 text-left text-sm wrap-anywhere text-muted underline-offset-2 hover:text-text hover:underline"
              onClick={() => onGo(fault)}
            >
              {errorText(fault, [])}
            </button>
          </li>
        ))}
      </ul>
      {faults.length > MAX_SHOWN ? (
        <p className="pl-6 text-sm text-muted">and {faults.length - MAX_SHOWN} more</p>
      ) : null}
    </div>
  );
}
