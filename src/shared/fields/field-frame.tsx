import { useId, type ReactNode } from 'react';
import { Field, type FieldControlProps } from '@/ui/input/field';
import type { FieldProblem } from './problem';
import { ProblemText } from './problem-text';

export interface ControlProps extends FieldControlProps {
  'aria-label'?: string;
}

/** Texts and marks around the control of any field. */
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
