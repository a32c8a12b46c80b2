import { useId, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';

export interface FieldControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: string;
  /** Beside the label, such as a range. */
  note?: string | undefined;
  /** Right after the label: kind of value, and whether it is required. */
  marks?: ReactNode;
  /** Actions for the field as a whole, at the far end of the label row. */
  actions?: ReactNode;
  /** After the marks, such as `default`: read out with the control, visible while the pointer or focus is on a `group/field`. */
  state?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  /** Ids of texts elsewhere that describe the control. */
  describedBy?: string | undefined;
  /** The value is invalid, and `message` is the reason. */
  isInvalid?: boolean;
  /** Right under the control. */
  message?: ReactNode;
  className?: string;
  /** Called when the pointer or the focus enters it. */
  onNear?: (() => void) | undefined;
  /** Gets the ids that tie the control to its label, hint and error. */
  children: (control: FieldControlProps) => ReactNode;
}

/** Look of the state of a field: on all fields at once it would only distract. */
export const FIELD_STATE = 'shrink-0 text-faint opacity-(--field-near,0)';

/** A label, a control, and the sentence under it. */
export function Field({
  label,
  note,
  marks,
  state,
  actions,
  hint,
  error,
  describedBy,
  isInvalid = error !== undefined && error !== '',
  message,
  className,
  onNear,
  children,
}: FieldProps) {
  const id = useId();
  const parts = [error ? `${id}-error` : '', describedBy, state ? `${id}-state` : '', hint ? `${id}-hint` : ''];
  const descriptions = parts.filter(Boolean).join(' ');
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', className)} onPointerEnter={onNear} onFocus={onNear}>
      <div className="relative flex items-baseline gap-2 text-sm">
        <label htmlFor={id} className="truncate text-muted">
          {label}
        </label>
        {marks}
        {state ? (
          <span id={`${id}-state`} className={FIELD_STATE}>
            {state}
          </span>
        ) : null}
        {note ? (
          // Truncated before the label is.
          <span title={note} className="ml-auto min-w-0 shrink-[999] truncate text-xs text-faint">
            {note}
          </span>
        ) : null}
        {actions}
      </div>
      {children({ id, 'aria-describedby': descriptions || undefined, 'aria-invalid': isInvalid ? true : undefined })}
      {error ? (
        <p id={`${id}-error`} className="text-sm text-bad">
          {error}
        </p>
      ) : null}
      {message}
      {hint ? (
        <div id={`${id}-hint`} className="text-sm text-faint">
          {hint}
        </div>
      ) : null}
    </div>
  );
}
