import { Check, Minus } from 'lucide-react';

interface CheckboxProps {
  /** For a `<label>` beside it that shows its text. */
  id?: string;
  label: string;
  isChecked: boolean;
  /** Some but not all of its items are selected. */
  isMixed?: boolean;
  /** @param isRange Shift was held */
  onChange: (isChecked: boolean, isRange: boolean) => void;
}

export function Checkbox({ id, label, isChecked, isMixed = false, onChange }: CheckboxProps) {
  return (
    <span className="relative flex size-7 shrink-0 items-center justify-center">
      <input
        id={id}
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        // The mixed state is a property only: HTML has no attribute for it.
        ref={(input) => {
          if (input) input.indeterminate = isMixed;
        }}
        className="peer absolute inset-0 cursor-pointer opacity-0"
        // Selecting a range of rows must not select text.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onChange={({ currentTarget, nativeEvent }) =>
          onChange(currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
      <span
        aria-hidden
        className="flex size-4 items-center justify-center rounded border border-control bg-panel text-accent-text peer-checked:border-accent peer-checked:bg-accent peer-indeterminate:border-accent peer-indeterminate:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-1 peer-focus-visible:outline-accent"
      >
        {isMixed ? (
          <Minus className="size-3 stroke-[3.5]" />
        ) : isChecked ? (
          <Check className="size-3 stroke-[3.5]" />
        ) : null}
      </span>
    </span>
  );
}
