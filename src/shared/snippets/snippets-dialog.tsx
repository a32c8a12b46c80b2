import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { LOCAL_SURFACE } from '@/api/surface';
import { hasGateway } from '@/api/surfaces/has-gateway';
import { announce } from '@/shared/feedback/announce';
import { useAction } from '@/shared/feedback/use-action';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { TextArea, TextInput } from '@/ui/input/text-input';
import { Dialog } from '@/ui/overlay/dialog';
import { deleteSnippet, putSnippet, snippetsQuery } from './snippet-records';
import { inNameOrder, SNIPPET_LIMITS, snippetProblem, type Snippet } from './snippets';

interface SnippetsDialogProps {
  /** Text to save as a new snippet; `null` lists all of them. */
  savedText: string | null;
  onClose: () => void;
}

/** Saves a snippet, or lists, edits and deletes all of them. */
export function SnippetsDialog({ savedText, onClose }: SnippetsDialogProps) {
  const [edited, setEdited] = useState<Snippet | null>(() =>
    savedText === null ? null : { id: crypto.randomUUID(), name: '', text: savedText.slice(0, SNIPPET_LIMITS.text) },
  );
  if (edited) {
    const leave = savedText === null ? () => setEdited(null) : onClose;
    return <SnippetForm snippet={edited} isNew={savedText !== null} onLeave={leave} onClose={onClose} />;
  }
  return <SnippetList onEdit={setEdited} onClose={onClose} />;
}

interface SnippetFormProps {
  snippet: Snippet;
  isNew: boolean;
  onLeave: () => void;
  onClose: () => void;
}

function SnippetForm({ snippet, isNew, onLeave, onClose }: SnippetFormProps) {
  const [name, setName] = useState(snippet.name);
  const [text, setText] = useState(snippet.text);
  const [hasFailed, setFailed] = useState(false);
  const next = { id: snippet.id, name: name.trim(), text };
  const { data: snippets = [] } = useQuery(snippetsQuery());
  const problem = snippetProblem(snippets, next);
  const store = useStoreSnippet();
  const save = async () => {
    if (problem !== null || store.isPending) return;
    const { ok } = await store.run(next);
    if (!ok) {
      setFailed(true);
      return;
    }
    announce(`Saved ${next.name}`);
    onLeave();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={isNew ? 'Save as snippet' : 'Edit snippet'}
      description={null}
      actions={
        <>
          <Button onClick={onLeave}>{isNew ? 'Cancel' : 'Back'}</Button>
          <Button tone="primary" isBusy={store.isPending} disabledReason={problem} onClick={() => void save()}>
            Save
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
        <Field label="Name" error={name.trim() === '' ? undefined : (problem ?? undefined)}>
          {(control) => (
            <TextInput
              {...control}
              data-autofocus
              value={name}
              maxLength={SNIPPET_LIMITS.name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Field label="Text">
          {(control) => (
            <TextArea
              {...control}
              value={text}
              maxLength={SNIPPET_LIMITS.text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        {hasFailed ? (
          <p role="alert" className="text-sm text-bad">
            This browser could not store the snippet. Free space or leave the private window, then save again.
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}

function useStoreSnippet() {
  const client = useQueryClient();
  return useAction({
    run: putSnippet,
    failed: () => null,
    stale: [client, LOCAL_SURFACE, 'changeSnippets'],
  });
}

function SnippetList({ onEdit, onClose }: { onEdit: (snippet: Snippet) => void; onClose: () => void }) {
  const { data: snippets = [] } = useQuery(snippetsQuery());
  const client = useQueryClient();
  const store = useStoreSnippet();
  const erase = useAction({
    run: ({ id }: Snippet) => deleteSnippet(id),
    failed: (_error, { name }) => ({ title: `Could not delete ${name}`, description: 'It is unchanged. Try again.' }),
    stale: [client, LOCAL_SURFACE, 'changeSnippets'],
  });
  const [deleted, setDeleted] = useState<readonly Snippet[]>([]);
  const list = useRef<HTMLUListElement>(null);
  const focusRow = (id: string) =>
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-snippet="${CSS.escape(id)}"] button:last-of-type`)?.focus(),
    );
  const remove = (snippet: Snippet) => {
    setDeleted([...deleted, snippet]);
    void erase.run(snippet);
    announce(`Deleted ${snippet.name}`);
    focusRow(snippet.id);
  };
  const restore = (snippet: Snippet) => {
    setDeleted(deleted.filter(({ id }) => id !== snippet.id));
    void store.run(snippet);
    announce(`Restored ${snippet.name}`);
    focusRow(snippet.id);
  };
  const isDeletedHere = ({ id }: Snippet) => deleted.some((one) => one.id === id);
  const rows = inNameOrder([...snippets.filter((one) => !isDeletedHere(one)), ...deleted]);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="md"
      title="Snippets"
      description={`Stored ${hasGateway() ? 'on this gateway, for all your browsers' : 'in this browser'}. For workflows and models of all servers.`}
    >
      <ul ref={list} aria-label="Snippets" className="divide-y divide-line">
        {rows.map((snippet) => {
          const isDeleted = isDeletedHere(snippet);
          const { id, name, text } = snippet;
          return (
            <li key={id} data-snippet={id} className="flex min-h-12 items-center gap-1 py-1.5">
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{isDeleted ? `Deleted ${name}` : name}</p>
                <p className="truncate text-sm text-faint" title={text}>
                  {text}
                </p>
              </div>
              {isDeleted ? (
                <Button size="sm" aria-label={`Undo: delete ${name}`} onClick={() => restore(snippet)}>
                  Undo
                </Button>
              ) : (
                <>
                  <Button
                    size="icon-sm"
                    tone="ghost"
                    aria-label={`Edit ${name}`}
                    title="Edit name and text"
                    onClick={() => onEdit(snippet)}
                  >
                    <Pencil aria-hidden />
                  </Button>
                  <Button
                    size="icon-sm"
                    tone="ghost"
                    aria-label={`Delete ${name}`}
                    title="Delete"
                    onClick={() => remove(snippet)}
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
