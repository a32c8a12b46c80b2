import { classNames } from '@/lib/class-names';
import type { FormField } from '../draft/form-model';
import { useSession } from '../draft/session-context';
import { togglePin } from '../draft/edit-template';

/** Pins an input to the template. Adds no stop to the Tab order: the command `pin` does the same for the focused field. */
export function PinButton({ field, isOn }: { field: FormField; isOn: boolean }) {
  const { editor } = useSession();
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-pressed={isOn}
      aria-label={`Pin ${field.name}`}
      title={isOn ? 'Remove from the template' : 'Pin to the template'}
      onClick={() => togglePin(editor, field)}
      className={classNames(
        '-my-1 flex size-6 shrink-0 items-center justify-center self-center rounded hover:bg-hover [:not(.ml-auto)+&]:ml-auto',
        isOn
          ? 'text-accent'
          : 'text-faint opacity-0 group-focus-within/field:opacity-100 group-hover/field:opacity-100 focus-visible:opacity-100 [@media(hover:none)]:opacity-100 hover:text-text',
      )}
    >
      <svg
        aria-hidden
        viewBox="0 0 24 24"
        className={classNames('size-3.5 stroke-current stroke-2', isOn ? 'fill-current' : 'fill-none')}
      >
        <path d="M8 3h8M9.5 3v6L6 13v2h12v-2l-3.5-4V3M12 15v6" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </button>
  );
}
