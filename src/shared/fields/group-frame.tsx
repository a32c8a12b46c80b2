import { useId, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { FIELD_STATE } from '@/ui/input/field';
import type { FrameProps } from './field-frame';
import { ProblemText } from './problem-text';

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
