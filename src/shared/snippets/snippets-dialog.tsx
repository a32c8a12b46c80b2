import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { LOCAL_SURFACE } from '@/api/surface';
import { hasGateway } from '@/api/surfaces/has-gateway';
import {
  deleteNamedText,
  inNameOrder,
  putNamedTexts,
  type NamedText,
  type NamedTextKind,
} from '@/domains/curated/named-texts';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { useAction } from '@/shared/feedback/use-action';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { SegmentedControl } from '@/ui/input/segmented-control';
import { TextArea, TextInput } from '@/ui/input/text-input';
import { Dialog } from '@/ui/overlay/dialog';
import { TEXT_KINDS } from './text-kinds';

interface SnippetsDialogProps {
  kind: NamedTextKind;
  /** To save under a name; `null` lists all of the kind. */
  saved: { name: string; text: string } | null;
  onClose: () => void;
}

interface EditedText {
  text: NamedText;
  isNew: boolean;
}

/** Saves a snippet or a wildcard list, or lists, edits and deletes all of them. */
export function SnippetsDialog({ kind: initial, saved, onClose }: SnippetsDialogProps) {
  const [kind, setKind] = useState(initial);
  const [edited, setEdited] = useState<EditedText | null>(() =>
    saved === null
      ? null
      : { isNew: true, text: { ...newText(saved.name), text: saved.text.slice(0, TEXT_KINDS[kind].limits.text) } },
  );
  if (edited) {
    const leave = saved === null ? () => setEdited(null) : onClose;
    return <TextForm kind={kind} edited={edited} onLeave={leave} onClose={onClose} />;
  }
  return (
    <TextList
      key={kind}
      kind={kind}
      onKind={setKind}
      onAdd={() => setEdited({ isNew: true, text: newText('') })}
      onEdit={(text) => setEdited({ isNew: false, text })}
      onClose={onClose}
    />
  );
}

function newText(name: string): NamedText {
  return { id: crypto.randomUUID(), name, text: '' };
}

interface TextFormProps {
  kind: NamedTextKind;
  edited: EditedText;
  onLeave: () => void;
  onClose: () => void;
}

function TextForm({ kind, edited: { text: before, isNew }, onLeave, onClose }: TextFormProps) {
  const texts = TEXT_KINDS[kind];
  const { note, nameHint, limits, query, problem: problemOf } = texts;
  const [name, setName] = useState(before.name);
  const [text, setText] = useState(before.text);
  const [hasFailed, setFailed] = useState(false);
  const next = { id: before.id, name: name.trim(), text };
  const { data: others = [] } = useQuery(query());
  const problem = problemOf(others, next);
  const store = useStoreText(kind);
  const save = async () => {
    if (problem !== null || store.isPending) return;
    const { ok } = await store.run(next);
    if (!ok) {
      setFailed(true);
      return;
    }
    announce(t('Saved {name}', { name: next.name }));
    onLeave();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t(!isNew ? texts.editTitle : before.text === '' ? texts.newTitle : texts.saveTitle)}
      description={null}
      actions={
        <>
          <Button onClick={onLeave}>{isNew ? t('Cancel') : t('Back')}</Button>
          <Button
            tone="primary"
            isBusy={store.isPending}
            disabledReason={problem?.message ?? null}
            onClick={() => void save()}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field
          label={t('Name')}
          hint={nameHint(next.name)}
          error={problem?.in === 'name' && next.name !== '' ? problem.message : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              data-autofocus
              value={name}
              maxLength={limits.name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Field
          label={t(texts.label)}
          note={note(text)}
          error={problem?.in === 'text' && text !== '' ? problem.message : undefined}
        >
          {(control) => (
            <TextArea
              {...control}
              rows={kind === 'wildcard' ? 10 : undefined}
              value={text}
              maxLength={limits.text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        {problem?.in === null ? (
          <p className="text-sm text-warn">
            {problem.message} {t('Delete one first.')}
          </p>
        ) : null}
        {hasFailed ? (
          <p role="alert" className="text-sm text-bad">
            {t(texts.notStored)}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}

function useStoreText(kind: NamedTextKind) {
  const client = useQueryClient();
  return useAction({
    run: (text: NamedText) => putNamedTexts(kind, [text]),
    failed: () => null,
    stale: [client, LOCAL_SURFACE, TEXT_KINDS[kind].change],
  });
}

interface TextListProps {
  kind: NamedTextKind;
  onKind: (kind: NamedTextKind) => void;
  onAdd: () => void;
  onEdit: (text: NamedText) => void;
  onClose: () => void;
}

const KINDS = ['snippet', 'wildcard'] as const;

function TextList({ kind, onKind, onAdd, onEdit, onClose }: TextListProps) {
  const { title, add, query, change, none, summary, unused } = TEXT_KINDS[kind];
  const { data: texts = [] } = useQuery(query());
  const client = useQueryClient();
  const store = useStoreText(kind);
  const erase = useAction({
    run: ({ id }: NamedText) => deleteNamedText(kind, id),
    failed: (_error, { name }) => ({
      title: t('Could not delete {name}', { name }),
      description: t('It is unchanged. Try again.'),
    }),
    stale: [client, LOCAL_SURFACE, change],
  });
  const [deleted, setDeleted] = useState<readonly NamedText[]>([]);
  const list = useRef<HTMLUListElement>(null);
  const focusRow = (id: string) =>
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-text="${CSS.escape(id)}"] button:last-of-type`)?.focus(),
    );
  const remove = (text: NamedText) => {
    setDeleted([...deleted, text]);
    void erase.run(text);
    announce(t('Deleted {name}', { name: text.name }));
    focusRow(text.id);
  };
  const restore = (text: NamedText) => {
    setDeleted(deleted.filter(({ id }) => id !== text.id));
    void store.run(text);
    announce(t('Restored {name}', { name: text.name }));
    focusRow(text.id);
  };
  const isDeletedHere = ({ id }: NamedText) => deleted.some((one) => one.id === id);
  const rows = inNameOrder([...texts.filter((one) => !isDeletedHere(one)), ...deleted]);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="md"
      title={t(title)}
      description={
        hasGateway()
          ? t('Stored on this gateway, for all your browsers. For workflows and models of all servers.')
          : t('Stored in this browser. For workflows and models of all servers.')
      }
    >
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <SegmentedControl
          aria-label={t('Kind')}
          value={kind}
          options={KINDS.map((value) => ({ value, label: t(TEXT_KINDS[value].title) }))}
          onValueChange={(value) => onKind(value === 'wildcard' ? 'wildcard' : 'snippet')}
        />
        <Button onClick={onAdd}>
          <Plus aria-hidden />
          {t(add)}
        </Button>
      </div>
      {rows.length === 0 ? <p className="py-6 text-muted">{t(none)}</p> : null}
      <ul ref={list} aria-label={t(title)} className="divide-y divide-line">
        {rows.map((text) => {
          const isDeleted = isDeletedHere(text);
          const { id, name } = text;
          const reason = isDeleted ? null : unused(texts, text);
          return (
            <li key={id} data-text={id} className="flex min-h-12 items-center gap-1 py-1.5">
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{isDeleted ? t('Deleted {name}', { name }) : name}</p>
                {reason === null ? (
                  <p className="truncate text-sm text-faint" title={text.text.slice(0, 2000)}>
                    {summary(text.text)}
                  </p>
                ) : (
                  <p className="text-sm text-warn">{reason}</p>
                )}
              </div>
              {isDeleted ? (
                <Button size="sm" aria-label={t('Undo: delete {name}', { name })} onClick={() => restore(text)}>
                  {t('Undo')}
                </Button>
              ) : (
                <>
                  <Button
                    size="icon-sm"
                    tone="ghost"
                    aria-label={t('Edit {name}', { name })}
                    title={t('Edit name and text')}
                    onClick={() => onEdit(text)}
                  >
                    <Pencil aria-hidden />
                  </Button>
                  <Button
                    size="icon-sm"
                    tone="ghost"
                    aria-label={t('Delete {name}', { name })}
                    title={t('Delete')}
                    onClick={() => remove(text)}
                  >
                    <Trash2 aria-hidden />
                  </Button>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
