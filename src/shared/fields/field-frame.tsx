import { useId, type ReactNode } from 'react';
import { Field, FIELD_STATE, type FieldControlProps } from '@/ui/input/field';
import { classNames } from '@/lib/class-names';
import { TriangleAlert } from 'lucide-react';
import { Button } from '@/ui/button';
import type { FieldProblem } from './problem';

export interface ControlProps extends FieldControlProps {
  'aria-label'?: string;
}

/** Texts and marks around the control of any field, in the workflow form and in the schema form (decision 081). */
export interface FrameProps {
  label: string;
  /** The enclosing field shows label and marks, so the control has its label for screen readers only. */
  isBare?: boolean | undefined;
  /** Text at the end of the label row, such as a range. */
  note?: string | undefined;
  /** Right after the label: kind of value, and whether it is required. */
  marks?: ReactNode;
  /** After the marks, such as `default`: announced with the control, visible while the pointer or focus is on it. */
  state?: string | undefined;
  /** Actions for the field as a whole, at the far end of the label row. */
  actions?: ReactNode;
  hint?: ReactNode;
  /** Ids of text elsewhere on the page that describes the control. */
  describedBy?: string | undefined;
  problem?: FieldProblem | undefined;
  className?: string;
  /** Called when the pointer or the focus enters it. */
  onNear?: (() => void) | undefined;
}

/** Frame of a field with one control: label, description and error. */
export function FieldFrame({ frame, children }: { frame: FrameProps; children: (control: ControlProps) => ReactNode }) {
  const { isBare, describedBy, problem, ...rest } = frame;
  const id = useId();
  const isWrong = problem?.severity === 'error';
  if (isBare) {
    return (
      <>
        {children({
          id,
          'aria-label': frame.label,
          'aria-describedby': problem ? `${id}-problem` : undefined,
          'aria-invalid': isWrong ? true : undefined,
        })}
        {problem ? <ProblemText id={`${id}-problem`} problem={problem} /> : null}
      </>
    );
  }
  const parts = [problem ? `${id}-problem` : '', describedBy];
  return (
    <Field
      {...rest}
      isInvalid={isWrong}
      describedBy={parts.filter(Boolean).join(' ')}
      message={problem ? <ProblemText id={`${id}-problem`} problem={problem} /> : null}
    >
      {children}
    </Field>
  );
}

interface GroupFrameProps {
  frame: FrameProps;
  /** Its fields fill most of the page, so its description is above them. */
  isLong?: boolean;
  children: ReactNode;
}

/** Frame of a field with several controls. */
export function GroupFrame({ frame, isLong = false, children }: GroupFrameProps) {
  const { label, isBare, note, marks, state, actions, hint, describedBy, problem, className, onNear } = frame;
  const id = useId();
  const message = problem ? <ProblemText id={`${id}-problem`} problem={problem} /> : null;
  if (isBare) {
    return (
      <>
        {children}
        {message}
      </>
    );
  }
  const words = hint ? (
    <div id={`${id}-hint`} className="text-sm text-faint">
      {hint}
    </div>
  ) : null;
  const parts = [message ? `${id}-problem` : '', state ? `${id}-state` : '', words ? `${id}-hint` : '', describedBy];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only reports that the user is near
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={parts.filter(Boolean).join(' ') || undefined}
      className={classNames('flex min-w-0 flex-col gap-1.5', !isLong && className)}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      <div className={classNames('relative flex items-baseline gap-2 text-sm', isLong && className)}>
        <span id={`${id}-label`} className="max-w-[60%] shrink-0 truncate text-muted">
          {label}
        </span>
        {marks}
        {state ? (
          <span id={`${id}-state`} className={FIELD_STATE}>
            {state}
          </span>
        ) : null}
        {note ? (
          <span title={note} className="min-w-0 truncate text-faint">
            {note}
          </span>
        ) : null}
        {actions}
      </div>
      {isLong ? words : null}
      {isLong ? message : null}
      {children}
      {isLong ? null : message}
      {isLong ? null : words}
    </div>
  );
}

/** Problem below its control. */
function ProblemText({ id, problem }: { id: string; problem: FieldProblem }) {
  const { message, severity, fix } = problem;
  const text =
    severity === 'warning' ? (
      // A note and not an alert: it appears while the user types and requires no action.
      <p id={id} role="note" className="flex gap-1.5 text-sm text-warn">
        <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        <span className="min-w-0 break-words">{message}</span>
      </p>
    ) : (
      <p id={id} className={severity === 'error' ? 'text-sm text-bad' : 'text-sm text-faint'}>
        {message}
      </p>
    );
  return fix ? (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {text}
      <Button size="sm" className="max-w-full" title={fix.label} onClick={fix.apply}>
        <span className="min-w-0 truncate">{fix.label}</span>
      </Button>
    </div>
  ) : (
    text
  );
}
