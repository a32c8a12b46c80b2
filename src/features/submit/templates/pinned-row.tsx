import type { KeyboardEvent } from 'react';
import {
  editInput,
  pinnedInputs,
  stepInput,
  TEMPLATE_LIMITS,
  templateRows,
  unpinInput,
  type PinnedInput,
} from '@/domains/drafts/template';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { TextInput } from '@/ui/input/text-input';
import type { FormField } from '../draft/form-model';
import { useEditor, useSession } from '../draft/session/session-context';
import { placeText } from './place-text';
import { RowButtons } from './row-buttons';
import { RowHandle } from './row-handle';
import { altStep, controlOf, focusRow, rowKey } from './row-focus';
import { EDGE_CLASS, type DragHandle, type RowEdge } from './use-row-drag';
import { changeTemplate, templateOf } from '../draft/edit-template';

interface PinnedRowProps {
  pinned: PinnedInput;
  /** `null`: the workflow does not have this input. */
  field: FormField | null;
  /** Title and id of its node. */
  source: string;
  edge: RowEdge;
  handle: DragHandle;
}

/** A pinned input: its label, its help text, and its place. */
export function PinnedRow({ pinned, field, source, edge, handle }: PinnedRowProps) {
  const { editor } = useSession();
  const key = rowKey({ kind: 'input', pinned });
  const rows = useEditor(({ draft }) => (draft.template ? templateRows(draft.template) : []).length);
  const index = useEditor(({ draft }) =>
    (draft.template ? templateRows(draft.template) : []).findIndex((row) => rowKey(row) === key),
  );
  const name = pinned.label || pinned.input;
  const step = (by: 1 | -1, control: string) => {
    changeTemplate(editor, (template) => stepInput(template, pinned, by));
    announce(placeText(templateOf(editor.state), pinned));
    focusRow(key, control);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = altStep(event);
    if (by === null) return;
    event.preventDefault();
    event.stopPropagation();
    step(by, controlOf(event.target));
  };
  const remove = () => {
    const all = templateRows(templateOf(editor.state)).map(rowKey);
    const next = all[index + 1] ?? all[index - 1];
    changeTemplate(editor, (template) => unpinInput(template, pinned));
    announce(
      t('Removed {name}: {count, plural, one {# input} other {# inputs}} left', {
        name,
        count: pinnedInputs(templateOf(editor.state)).length,
      }),
    );
    if (next !== undefined) focusRow(next, 'remove');
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys belong to the controls inside
    <li
      data-row={key}
      aria-label={name}
      onKeyDown={onKeyDown}
      className={classNames('flex items-start gap-1 py-1.5', edge && EDGE_CLASS[edge])}
    >
      <RowHandle handle={handle} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <TextInput
          data-control="text"
          aria-label={t('Label of {input}', { input: pinned.input })}
          value={pinned.label}
          placeholder={pinned.input}
          maxLength={TEMPLATE_LIMITS.label}
          onChange={(event) =>
            changeTemplate(
              editor,
              (template) => editInput(template, pinned, { label: event.target.value }),
              `label ${key}`,
            )
          }
        />
        <TextInput
          data-control="help"
          aria-label={t('Help text of {input}', { input: pinned.input })}
          className="h-7 text-sm"
          value={pinned.help}
          placeholder={t('Help text (optional)')}
          maxLength={TEMPLATE_LIMITS.help}
          onChange={(event) =>
            changeTemplate(
              editor,
              (template) => editInput(template, pinned, { help: event.target.value }),
              `help ${key}`,
            )
          }
        />
        <p className="truncate text-sm text-faint" title={`${pinned.input}, ${source}`}>
          {field
            ? `${pinned.input}, ${source}`
            : t('{input} is not an input of this workflow', { input: pinned.input })}
        </p>
      </div>
      <RowButtons
        name={name}
        canMove={{ up: index > 1, down: index < rows - 1 }}
        onStep={(by) => step(by, by === 1 ? 'down' : 'up')}
        removeTitle={t('Remove from the template')}
        onRemove={remove}
      />
    </li>
  );
}
