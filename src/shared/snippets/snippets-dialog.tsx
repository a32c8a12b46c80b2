import { Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSetting } from '@/lib/settings/use-setting';
import { announce } from '@/shared/feedback/announce';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { TextArea, TextInput } from '@/ui/input/text-input';
import { Dialog } from '@/ui/overlay/dialog';
import { SNIPPET_LIMITS, snippetProblem, snippetsSetting, withoutSnippet, withSnippet, type Snippet } from './snippets';

interface SnippetsDialogProps {
  /** Text to save as a new snippet; `null` lists all of them. */
  savedText: string | null;
  onClose: () => void;
}

/** Saves a snippet, or lists, edits and deletes those of this browser. */
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
  const problem = snippetProblem(useSetting(snippetsSetting), next);
  const save = () => {
    if (problem !== null) return;
    snippetsSetting.update((stored) => withSnippet(stored, next));
    if (!snippetsSetting.isStored()) {
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
          <Button tone="primary" disabledReason={problem} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          save();
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
            This browser could not store the snippet. It is kept until this page is closed.
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}

function SnippetList({ onEdit, onClose }: { onEdit: (snippet: Snippet) => void; onClose: () => void }) {
  const snippets = useSetting(snippetsSetting);
  const [deleted, setDeleted] = useState<readonly Snippet[]>([]);
  const list = useRef<HTMLUListElement>(null);
  const focusRow = (id: string) =>
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-snippet="${CSS.escape(id)}"] button:last-of-type`)?.focus(),
    );
  const remove = (snippet: Snippet) => {
    setDeleted([...deleted, snippet]);
    snippetsSetting.update((stored) => withoutSnippet(stored, snippet.id));
    announce(`Deleted ${snippet.name}`);
    focusRow(snippet.id);
  };
  const restore = (snippet: Snippet) => {
    setDeleted(deleted.filter(({ id }) => id !== snippet.id));
    snippetsSetting.update((stored) => withSnippet(stored, snippet));
    announce(`Restored ${snippet.name}`);
    focusRow(snippet.id);
  };
  const rows = deleted.reduce<readonly Snippet[]>(withSnippet, snippets);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="md"
      title="Snippets"
      description="Stored in this browser, for workflows and models of all servers."
    >
      <ul ref={list} aria-label="Snippets" className="divide-y divide-line">
        {rows.map((snippet) => {
          const isDeleted = !snippets.some(({ id }) => id === snippet.id);
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
