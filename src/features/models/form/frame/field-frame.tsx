import { type ReactNode, useState } from 'react';
import { t } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
import type { FrameProps } from '@/shared/fields/field-frame';
import { errorOf } from '@/shared/fields/problem';
import { uncheckedRules } from '../../schema/compile/unchecked-rules';
import type { Field } from '../../schema/field';
import { useErrors } from '../errors/field-errors';
import { useForm, type FieldViewProps } from '../state/form-context';
import { FieldDescription } from './field-description';
import { FieldState } from './field-state';
import { kindNote } from './field-text';

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

/** Next to the label: whether the field is required, its type and other attributes. */
export function FieldMarks({ field }: { field: Field }) {
  const note = kindNote(field);
  return (
    <>
      {field.title === field.name || field.name === '' ? null : (
        <span className="min-w-0 shrink truncate font-mono text-xs text-faint">{field.name}</span>
      )}
      {field.required ? <span className="shrink-0 text-faint">{t('required')}</span> : null}
      {note ? <span className="shrink-0 text-faint">{note}</span> : null}
      {field.deprecated ? <span className="shrink-0 text-warn">{t('deprecated')}</span> : null}
      {field.foreign.length > 0 ? <UncheckedMark field={field} /> : null}
      {field.readOnly ? <span className="shrink-0 text-faint">{t('set by the service')}</span> : null}
    </>
  );
}

const hidden = (content: ReactNode) => <span className="sr-only">{content}</span>;

/** Mark next to the label of a field with a rule that this browser cannot validate. */
function UncheckedMark({ field }: { field: Field }) {
  // If nothing is validated, the notice above the form says so once.
  const isWithoutPatterns = useForm(({ extent }) => extent === 'without-patterns');
  const pattern = field.kind === 'text' ? field.pattern : null;
  const rules =
    isWithoutPatterns && pattern !== null ? [t('the pattern {pattern}', { pattern })] : uncheckedRules(field);
  if (rules.length === 0) return null;
  const what = rules.join(', ');
  return (
    <span className="min-w-0 truncate text-warn" title={t('Checked by the provider only: {what}', { what })}>
      <Trans text="checked by the provider only<hidden>: {what}</hidden>" values={{ what, hidden }} />
    </span>
  );
}
