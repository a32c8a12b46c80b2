import { useMemo } from 'react';
import { GitCompareArrows, RotateCcw } from 'lucide-react';
import { readWorkflow } from '@contract/workflow/graph';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Menu, type MenuItem } from '@/ui/overlay/menu';
import { shownText, valueText } from '@/shared/fields/typed-text';
import { draftKeyOf } from '@/shared/dialog-requests/workflow-differences-request';
import { openDialog } from '@/shared/dialog-requests/dialogs';
import { changedFields, workflowText } from '../draft/editor-state';
import { focusField } from '../draft/focus-field';
import type { EditorSession } from '../draft/session/editor-session';
import { buildForm, textKind, type FormField } from '../draft/form-model';
import { useEditor, useSession, useSettledEditor } from '../draft/session/session-context';

const SHOWN_CHANGES = 12;
const SHOWN_LENGTH = 24;

export interface Changes {
  count: number;
  /** One for each of the first changes, which jumps to its field. */
  fields: readonly MenuItem[];
  /** What is done with all of them. */
  actions: readonly MenuItem[];
}

/** Returns the differences from the file as opened; `null` if there are none. */
export function useChanges(): Changes | null {
  const session = useSession();
  const originalText = useEditor((state) => state.draft.originalText);
  const definitions = useEditor((state) => state.definitions);
  const original = useMemo(() => {
    const result = readWorkflow(originalText);
    return result.ok ? buildForm(result.graph, definitions) : null;
  }, [originalText, definitions]);
  const form = useSettledEditor((state) => state.form);
  const values = useSettledEditor((state) => state.values);
  // Compares thousands of values in a large form, so not after every change of the state.
  const changed = useMemo(() => (original ? changedFields({ form, values }, original) : []), [form, values, original]);
  if (!original || changed.length === 0) return null;
  const fields = changed.slice(0, SHOWN_CHANGES).map((key) => {
    const field = original.fields.get(key);
    const was = field ? earlierText(field) : '';
    const short = was.length > SHOWN_LENGTH ? `${was.slice(0, SHOWN_LENGTH)}…` : was;
    return {
      label:
        field?.kind === 'media'
          ? t('{name}: another file', { name: field.name })
          : short === ''
            ? t('{name}: was empty', { name: field?.name ?? key })
            : t('{name}: was {value}', { name: field?.name ?? key, value: short }),
      onSelect: () => focusField(key),
    };
  });
  const actions = [
    {
      label: t('Show all differences'),
      icon: <GitCompareArrows aria-hidden />,
      onSelect: () => compareDraft(session, OPENED),
    },
    {
      label: t('Reset all changes'),
      icon: <RotateCcw aria-hidden />,
      onSelect: () =>
        session.editor.resetValues(
          changed.flatMap((key) => {
            const field = original.fields.get(key);
            return field ? [[key, field.value] as const] : [];
          }),
        ),
    },
  ];
  return { count: changed.length, fields, actions };
}

/** Lists the changes: jumps to them, shows all, or reverts all of them. */
export function ChangesButton({ changes: { count, fields, actions } }: { changes: Changes }) {
  return (
    <Menu
      trigger={<Button tone="ghost">{t('{count, plural, one {# change} other {# changes}}', { count })}</Button>}
      items={[...fields, ...actions]}
    />
  );
}

/** Returns a value on one line, as its control shows it. */
function earlierText({ kind, value }: FormField): string {
  return kind === 'json' ? valueText(value) : shownText(undefined, value, textKind(kind));
}

const OPENED = 'opened';

/** Shows the differences between the draft and the file as opened, or what the user chooses. */
export function compareDraft({ surface, editor: { state } }: EditorSession, before: typeof OPENED | null): void {
  const { id, title, originalText } = state.draft;
  const current = draftKeyOf(id);
  openDialog('differences', {
    surface,
    sources: [
      { kind: 'text', key: OPENED, label: t('As opened'), text: originalText },
      { kind: 'text', key: current, label: t('This draft, {title}', { title }), text: workflowText(state) },
    ],
    before,
    after: current,
  });
}
