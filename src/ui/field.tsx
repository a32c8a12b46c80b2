import { TriangleAlert } from 'lucide-react';
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
  /** Right after the label: what kind of value it is, whether it is required. */
  marks?: ReactNode;
  /** At the far end of the label's line: what can be done with the field as a whole. */
  actions?: ReactNode;
  /** After the marks, such as `default`; read out with the control. */
  state?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  /** The value can be sent, and may be rejected: not shown beside an error. */
  warning?: string | undefined;
  className?: string;
  /** The pointer or the focus comes to it. */
  onNear?: (() => void) | undefined;
  /** Gets the ids that tie the control to its label, hint and error. */
  children: (control: FieldControlProps) => ReactNode;
}

/** A label, a control, and the sentence under it. */
export function Field({
  label,
  note,
  marks,
  state,
  actions,
  hint,
  error,
  warning,
  className,
  onNear,
  children,
}: FieldProps) {
  const id = useId();
  const isWarned = warning !== undefined && !error;
  const parts = [
    error ? `${id}-error` : '',
    isWarned ? `${id}-warning` : '',
    state ? `${id}-state` : '',
    hint ? `${id}-hint` : '',
  ];
  const describedBy = parts.filter(Boolean).join(' ');
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', className)} onPointerEnter={onNear} onFocus={onNear}>
      <div className="relative flex items-baseline gap-2 text-sm">
        <label htmlFor={id} className="truncate text-muted">
          {label}
        </label>
        {marks}
        {state ? (
          <span id={`${id}-state`} className="shrink-0 text-faint">
            {state}
          </span>
        ) : null}
        {note ? <span className="ml-auto shrink-0 text-xs text-faint">{note}</span> : null}
        {actions}
      </div>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      {error ? (
        <p id={`${id}-error`} className="text-sm text-bad">
          {error}
        </p>
      ) : null}
      {isWarned ? <FieldWarning id={`${id}-warning`}>{warning}</FieldWarning> : null}
      {hint ? (
        <div id={`${id}-hint`} className="text-sm text-faint">
          {hint}
        </div>
      ) : null}
    </div>
  );
}

/** A note and not an alert: it is there while the user types, and nothing has to be done about it. */
export function FieldWarning({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} role="note" className="flex gap-1.5 text-sm text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}
