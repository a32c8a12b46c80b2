import { createContext, useContext, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { t } from '@/lib/i18n/messages';
import type { FrameProps } from '@/shared/fields/field-frame';
import type { TextBinding } from '@/shared/fields/number-field';
import { listNamesText, namedLists } from '@/domains/wildcards/draw-wildcards';
import { filledText, hasChoices, runMoment } from '@/domains/drafts/fill-ins';
import { useFieldText } from '../draft/field-text';
import { textOf } from '../draft/editor-state';
import { FieldActions } from './field-actions';
import { revealTarget } from '../draft/focus-field';
import { mayNameLists, type FormField } from '../draft/form-model';
import type { SessionState } from '../draft/session-state';
import { valueFix } from '../fixes/value-fix';
import { MainLabelsContext } from './use-shown-cards';
import { useEditor, useSession } from '../draft/session/session-context';
import { shownProblem } from '../draft/workflow-problems';

interface Near {
  isNear: boolean;
  onNear: () => void;
}

/** Whether the pointer or the focus has been on a field. Outlives its widget, which may change under a pointer that rests on it. */
export const NearContext = createContext<Near>({ isNear: false, onNear: () => {} });

export function fieldHintId(field: FormField): string {
  return `hint-${field.key}`.replace(/\s/g, '_');
}

/** Returns the props common to all widgets of the form. */
export function useField(field: FormField) {
  const { editor } = useSession();
  const { isNear, onNear } = useContext(NearContext);
  const value = useEditor((state) => state.values.get(field.key));
  const problem = useEditor(useShallow((state) => shownProblem(state, field)));
  const fix = useMemo(() => (problem && value !== undefined ? valueFix(field, value) : null), [field, value, problem]);
  const fillIn = useEditor((state) => fillHint(state, field));
  const { label, hint } = useFieldText(field);
  const mainLabel = useContext(MainLabelsContext).get(field.key);
  const frame: FrameProps = {
    label: mainLabel ?? label,
    hint: [hint, fillIn].filter(Boolean).join(' ') || undefined,
    // The card only shows the hint for the focused field.
    describedBy: field.spec?.tooltip ? fieldHintId(field) : undefined,
    problem:
      problem && fix
        ? {
            ...problem,
            fix: {
              label: fix.label,
              apply: () => {
                editor.setValues([[field.key, fix.value]]);
                revealTarget(editor, { nodeId: field.nodeId, fieldKey: field.key });
              },
            },
          }
        : problem,
    actions: <FieldActions field={field} isNear={isNear} />,
    onNear,
  };
  const typing: TextBinding = {
    text: useEditor((state) => textOf(state, field.key)),
    onText: (text) => editor.setTyped(field, text),
    onLeave: () => editor.settleTyped(field.key),
  };
  return { editor, frame, typing, value };
}

/** Returns what a run makes of the text of an input; `undefined` if it is sent as written. */
function fillHint(state: SessionState, field: FormField): string | undefined {
  return [filledHint(state, field.key), listHint(state, field)].filter(Boolean).join(' ') || undefined;
}

function filledHint(state: SessionState, key: string): string | undefined {
  const kind = state.draft.fillIns?.[key];
  if (!kind) return undefined;
  const text = textOf(state, key);
  if (kind === 'prompt') {
    return hasChoices(text) ? t('Each run draws one of the choices in braces.') : undefined;
  }
  const filled = filledText(kind, text, state.graph, runMoment());
  return filled === text ? undefined : t('A run now is saved as {text}', { text: filled });
}

function listHint({ values, wildcards }: SessionState, field: FormField): string | undefined {
  const value = values.get(field.key);
  if (!wildcards || !mayNameLists(field, value)) return undefined;
  const drawn = namedLists(value, wildcards).filter(({ problem }) => problem === null);
  if (drawn.length === 0) return undefined;
  return t('Each run draws one value of {names}; the inputs of its job show which.', {
    names: listNamesText(drawn),
  });
}
