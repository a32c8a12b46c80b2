import { Plus } from 'lucide-react';
import { useId, useRef } from 'react';
import { splitFieldKey } from '@/domains/drafts/field-key';
import {
  addGroup,
  EMPTY_TEMPLATE,
  isPinned,
  moveGroupTo,
  moveInputTo,
  pinInput,
  TEMPLATE_LIMITS,
  templateRows,
  type Template,
  type TemplateRow,
} from '@/domains/drafts/template';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { LazySelect } from '@/ui/input/lazy-select';
import { TextArea, TextInput } from '@/ui/input/text-input';
import type { FormModel } from '../draft/form-model';
import { useEditor, useSession } from '../draft/session/session-context';
import { GroupRow } from './group-row';
import { PinnedRow } from './pinned-row';
import { groupPlaceText, placeText } from './place-text';
import { focusRow, rowKey } from './row-focus';
import { useRowDrag, type DragBlock } from './use-row-drag';
import { changeTemplate, templateOf } from '../draft/edit-template';

/** Names, groups and order of the pinned inputs. Undo covers each change. */
export function TemplateEditor() {
  const { editor } = useSession();
  const template = useEditor(({ draft }) => draft.template) ?? EMPTY_TEMPLATE;
  const draftTitle = useEditor(({ draft }) => draft.title);
  const form = useEditor((state) => state.form);
  const list = useRef<HTMLOListElement>(null);
  const addId = useId();
  const rows = templateRows(template);
  const drag = useRowDrag({
    list,
    blockOf: (from) => blockAt(rows, from),
    onMove: (from, gap) => {
      const row = rows[from];
      if (row?.kind === 'input') {
        changeTemplate(editor, (current) => moveInputTo(current, row.pinned, gap > from ? gap - 1 : gap));
        announce(placeText(templateOf(editor.state), row.pinned));
      } else if (row) {
        const to = rows.slice(0, gap).filter((other) => other.kind === 'group' && other.id !== row.id).length;
        changeTemplate(editor, (current) => moveGroupTo(current, row.id, to));
        announce(groupPlaceText(templateOf(editor.state), row.id));
      }
    },
  });
  const type = (change: Partial<Template>, key: string) =>
    changeTemplate(editor, (current) => ({ ...current, ...change }), key);
  const unpinned = optionsOf(form, template);
  const isFull = template.groups.length >= TEMPLATE_LIMITS.groups;
  return (
    <div className="flex flex-col gap-4 rounded-xl border border-line bg-panel px-4 py-4">
      <Field label={t('Title')}>
        {(control) => (
          <TextInput
            {...control}
            value={template.title}
            placeholder={draftTitle}
            maxLength={TEMPLATE_LIMITS.title}
            onChange={(event) => type({ title: event.target.value }, 'title')}
          />
        )}
      </Field>
      <Field label={t('Description')}>
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            className="min-h-14"
            value={template.description}
            placeholder={t('What it makes, and how to use it')}
            maxLength={TEMPLATE_LIMITS.description}
            onChange={(event) => type({ description: event.target.value }, 'description')}
          />
        )}
      </Field>
      {rows.length === 0 ? null : (
        <ol ref={list} aria-label={t('Groups and pinned inputs')} className="flex flex-col">
          {rows.map((row, index) =>
            row.kind === 'group' ? (
              <GroupRow
                key={rowKey(row)}
                row={row}
                edge={drag.edgeOf(index, rows.length)}
                handle={drag.handleOf(index)}
              />
            ) : (
              <PinnedRow
                key={rowKey(row)}
                pinned={row.pinned}
                field={form.fields.get(rowKey(row)) ?? null}
                source={sourceOf(form, row.pinned.nodeId)}
                edge={drag.edgeOf(index, rows.length)}
                handle={drag.handleOf(index)}
              />
            ),
          )}
        </ol>
      )}
      <div className="flex flex-wrap gap-2">
        <LazySelect
          id={addId}
          aria-label={t('Add an input')}
          className="w-56 flex-1"
          value={null}
          options={unpinned}
          placeholder={unpinned.length > 0 ? t('Add an input…') : t('All inputs are pinned')}
          onValueChange={(key) => {
            const address = splitFieldKey(key);
            changeTemplate(editor, (current) => pinInput(current, address));
            announce(t('Added {input}', { input: address.input }));
          }}
        />
        <Button
          disabledReason={
            isFull ? t('A template has at most {count} groups.', { count: TEMPLATE_LIMITS.groups }) : null
          }
          onClick={() => {
            changeTemplate(editor, addGroup);
            const added = templateOf(editor.state).groups.at(-1);
            if (added) focusRow(rowKey({ kind: 'group', id: added.id, title: '' }), 'text');
          }}
        >
          <Plus aria-hidden />
          {t('Add group')}
        </Button>
      </div>
      <p className="text-sm text-faint">
        {t('Drag an input or a group by its handle, or press Alt and an arrow key in its row.')}
      </p>
    </div>
  );
}

/** A group moves with its inputs, to the place of another one; an input moves to any place below the first heading. */
function blockAt(rows: readonly TemplateRow[], from: number): DragBlock {
  const ends = rows.map((_row, index) => index + 1);
  if (rows[from]?.kind === 'input') return { span: 1, gaps: ends };
  const starts = rows.flatMap((row, index) => (row.kind === 'group' ? [index] : []));
  const next = starts.find((start) => start > from) ?? rows.length;
  return { span: next - from, gaps: [...starts, rows.length] };
}

function optionsOf({ cards }: FormModel, template: Template): { value: string; label: string }[] {
  return cards.flatMap(({ nodeId, title, fields }) =>
    fields
      .filter(({ name }) => !isPinned(template, { nodeId, input: name }))
      .map(({ key, name }) => ({ value: key, label: `${name}, ${title} ${nodeId}` })),
  );
}

function sourceOf({ outline }: FormModel, nodeId: string): string {
  return `${outline.find((node) => node.nodeId === nodeId)?.title ?? t('Node')} ${nodeId}`;
}
