import { useId, useState, type ReactNode } from 'react';
import { Field as LabeledField, type FieldControlProps } from '@/ui/field';
import type { Field } from '../schema/field';
import { FieldDescription } from './field-description';
import { FieldMarks } from './field-marks';
import { LazyFieldState } from './lazy-field-state';
import { useFaults } from './use-field-errors';

export interface ControlProps extends FieldControlProps {
  'aria-label'?: string;
}

interface FieldFrameProps {
  field: Field;
  isBare: boolean | undefined;
  /** The control shows the default as its value, and nothing is sent. */
  isDefault?: boolean;
  /** Instead of the faults of the field alone. */
  error?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** The label of a field with one control, what it says about itself, and what is wrong with it. */
export function FieldFrame({ field, isBare, isDefault = false, error, children }: FieldFrameProps) {
  const own = useFaults(field.path);
  const id = useId();
  const [isNear, setNear] = useState(false);
  const shown = error ?? own;
  if (isBare) {
    return (
      <>
        {children({
          id,
          'aria-label': field.title,
          'aria-describedby': shown ? `${id}-error` : undefined,
          'aria-invalid': shown ? true : undefined,
        })}
        <Fault id={`${id}-error`} text={shown} />
      </>
    );
  }
  return (
    <LabeledField
      label={field.title}
      marks={<FieldMarks field={field} />}
      state={isDefault ? 'default' : undefined}
      actions={<LazyFieldState field={field} isNear={isNear} />}
      onNear={() => setNear(true)}
      hint={hasWords(field) ? <FieldDescription field={field} /> : undefined}
      error={shown}
      className="group/field"
    >
      {children}
    </LabeledField>
  );
}

interface GroupFrameProps {
  field: Field;
  isBare: boolean | undefined;
  /** Beside the label. */
  note?: string | undefined;
  /** The controls show the default as their value, and nothing is sent. */
  isDefault?: boolean;
  /** A field inside, at the same place, shows what is wrong there. */
  hasFaultsInside?: boolean;
  children: ReactNode;
}

/** The same for a field of several controls. */
export function GroupFrame({
  field,
  isBare,
  note,
  isDefault = false,
  hasFaultsInside = false,
  children,
}: GroupFrameProps) {
  const id = useId();
  const own = useFaults(field.path);
  const error = hasFaultsInside ? undefined : own;
  if (isBare) {
    return (
      <>
        {children}
        <Fault id={`${id}-error`} text={error} />
      </>
    );
  }
  const parts = [error ? `${id}-error` : '', isDefault ? `${id}-state` : '', hasWords(field) ? `${id}-hint` : ''];
  const describedBy = parts.filter(Boolean).join(' ');
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy || undefined}
      className="flex min-w-0 flex-col gap-1.5"
    >
      <div className="group/field relative flex items-baseline gap-2 text-sm">
        <span id={`${id}-label`} className="max-w-[60%] shrink-0 truncate text-muted">
          {field.title}
        </span>
        <FieldMarks field={field} />
        {isDefault ? (
          <span id={`${id}-state`} className="shrink-0 text-faint">
            default
          </span>
        ) : null}
        {note ? (
          <span title={note} className="min-w-0 truncate text-faint">
            {note}
          </span>
        ) : null}
        <LazyFieldState field={field} isNear />
      </div>
      {hasWords(field) ? (
        <div id={`${id}-hint`} className="text-sm text-faint">
          <FieldDescription field={field} />
        </div>
      ) : null}
      <Fault id={`${id}-error`} text={error} />
      {children}
    </div>
  );
}

function Fault({ id, text }: { id: string; text: string | undefined }) {
  return text ? (
    <p id={id} className="text-sm text-bad">
      {text}
    </p>
  ) : null;
}

function hasWords(field: Field): boolean {
  return field.description !== '' || field.hints.length > 0;
}
