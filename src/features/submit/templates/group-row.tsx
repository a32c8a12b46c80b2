import type { KeyboardEvent } from 'react';
import { removeGroup, renameGroup, stepGroup, TEMPLATE_LIMITS, type TemplateRow } from '@/domains/drafts/template';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { TextInput } from '@/ui/input/text-input';
import { useEditor, useSession } from '../draft/session/session-context';
import { groupPlaceText } from './place-text';
import { RowButtons } from './row-buttons';
import { altStep, controlOf, focusRow, rowKey } from './row-focus';
import { RowHandle } from './row-handle';
import { EDGE_CLASS, type DragHandle, type RowEdge } from './use-row-drag';
import { changeTemplate, templateOf } from '../draft/edit-template';

interface GroupRowProps {
  row: Extract<TemplateRow, { kind: 'group' }>;
  edge: RowEdge;
  handle: DragHandle;
}

/** The heading of a group. It moves with its inputs. */
export function GroupRow({ row, edge, handle }: GroupRowProps) {
  const { editor } = useSession();
  const { id, title } = row;
  const count = useEditor(({ draft }) => draft.template?.groups.length ?? 0);
  const index = useEditor(({ draft }) => draft.template?.groups.findIndex((group) => group.id === id) ?? 0);
  const name = title === '' ? t('group {number}', { number: index + 1 }) : t('group {title}', { title });
  const step = (by: 1 | -1, control: string) => {
    changeTemplate(editor, (template) => stepGroup(template, id, by));
    announce(groupPlaceText(templateOf(editor.state), id));
    focusRow(rowKey(row), control);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = altStep(event);
    if (by === null) return;
    event.preventDefault();
    event.stopPropagation();
    step(by, controlOf(event.target));
  };
  const remove = () => {
    changeTemplate(editor, (template) => removeGroup(template, id));
    announce(t('Removed {name}; its inputs stay', { name }));
    const [first] = templateOf(editor.state).groups;
    if (first) focusRow(rowKey({ kind: 'group', id: first.id, title: '' }), 'text');
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys belong to the controls inside
    <li
      data-row={rowKey(row)}
      aria-label={name}
      onKeyDown={onKeyDown}
      className={classNames(
        'flex items-center gap-1 py-1.5 not-first:mt-1.5 not-first:border-t not-first:border-line not-first:pt-3',
        edge && EDGE_CLASS[edge],
      )}
    >
      <RowHandle handle={handle} />
      <TextInput
        data-control="text"
        aria-label={t('Name of group {number}', { number: index + 1 })}
        className="flex-1 font-semibold placeholder:font-normal"
        value={title}
        placeholder={t('Group name (optional)')}
        maxLength={TEMPLATE_LIMITS.title}
        onChange={(event) =>
          changeTemplate(editor, (template) => renameGroup(template, id, event.target.value), `group ${id}`)
        }
      />
      <RowButtons
        name={name}
        canMove={{ up: index > 0, down: index < count - 1 }}
        onStep={(by) => step(by, by === 1 ? 'down' : 'up')}
        removeTitle={t('Remove the group; its inputs stay')}
        onRemove={remove}
      />
    </li>
  );
}
