import { Grid3x3 } from 'lucide-react';
import { useEditor, useSession } from '../draft/session-context';
import type { FormField } from '../draft/form-model';
import { openSweep } from '../draft/sweep-request';

/** In the label row of a field: plans a sweep of this input. */
export function SweepFieldButton({ field }: { field: FormField }) {
  const { editor } = useSession();
  // Only one field at a time adds a stop to the Tab order.
  const isFocused = useEditor((state) => state.focusedField === field.key);
  return (
    <button
      type="button"
      tabIndex={isFocused ? 0 : -1}
      aria-label={`Sweep ${field.name}`}
      aria-haspopup="dialog"
      title="Sweep this input"
      className="-my-1 ml-auto flex size-6 shrink-0 items-center justify-center self-center rounded text-faint opacity-0 group-focus-within/field:opacity-100 group-hover/field:opacity-100 hover:bg-hover hover:text-text focus-visible:opacity-100 [.ml-auto+&]:ml-0 [@media(hover:none)]:opacity-100"
      onClick={() => openSweep(editor, { fieldKey: field.key, isHint: false })}
    >
      <Grid3x3 aria-hidden className="size-3.5" />
    </button>
  );
}
