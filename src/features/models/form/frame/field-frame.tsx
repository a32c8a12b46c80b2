import { useState } from 'react';
import { t } from '@/lib/i18n/messages';
import type { FrameProps } from '@/shared/fields/field-frame';
import { errorOf } from '@/shared/fields/problem';
import type { Field } from '../../schema/field';
import { useErrors } from '../errors/field-errors';
import type { FieldViewProps } from '../state/form-context';
import { FieldDescription } from './field-description';
import { FieldMarks } from './field-marks';
import { FieldState } from './field-state';

interface FrameOptions {
  /** Whether the control shows the default as its value while nothing is sent. */
  isDefault?: boolean;
  note?: string | undefined;
  /** Replaces the errors of the field itself. */
  error?: string | undefined;
  /** Whether a nested field at the same path shows its errors. */
  hasErrorsInside?: boolean;
  /** Whether it has several controls: the actions for the whole group are then shown from the start. */
  isGroup?: boolean;
}

/** Returns the label, description, state and errors around the control of a field. */
export function useFrame({ field, isBare }: FieldViewProps, options: FrameOptions = {}): FrameProps {
  const { isDefault = false, note, error, hasErrorsInside = false, isGroup = false } = options;
  const own = useErrors(field.path);
  const [isNear, setNear] = useState(isGroup);
  const problem = hasErrorsInside ? undefined : errorOf(error ?? own);
  if (isBare) return { label: field.title, isBare, problem };
  return {
    label: field.title,
    note,
    marks: <FieldMarks field={field} />,
    state: isDefault ? t('default') : undefined,
    actions: <FieldState field={field} isNear={isNear} />,
    onNear: () => setNear(true),
    hint: hasText(field) ? <FieldDescription field={field} /> : undefined,
    problem,
    className: 'group/field',
  };
}

function hasText(field: Field): boolean {
  return field.description !== '' || field.hints.length > 0;
}
