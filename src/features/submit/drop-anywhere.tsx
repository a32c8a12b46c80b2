import { FileInput } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Announcer } from '@/shared/announcer';
import { showToast } from '@/shared/toasts';
import { collectDropped } from './dropped-files';
import { useDropTarget } from '@/shared/drop-target';
import { dropText, type DropText } from './drop-text';
import { useImageQuestion } from './image-question-store';
import { useSeveralQuestion } from './several-question-store';
import { useOpenFiles } from './use-open-files';

const ImageQuestion = lazy(async () => ({ default: (await import('./image-question')).ImageQuestion }));

const SeveralQuestion = lazy(async () => ({ default: (await import('./several-question')).SeveralQuestion }));

/** The whole window takes drops and pastes, and tells before the hand lets go what a drop will do. */
export function DropAnywhere() {
  const [words, setWords] = useState<DropText | null>(null);
  const open = useOpenFiles();
  const isAsked = useImageQuestion((state) => state.question !== null);
  const isAskedForSeveral = useSeveralQuestion((state) => state.question !== null);

  // A subscription to the window; fields that take files answer before it (`defaultPrevented`).
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      // Read here: React may call the function below later, and then the event shows no files any more.
      const next = wordsOf(event);
      setWords((shown) => (shown?.title === next.title && shown.hint === next.hint ? shown : next));
    };
    const onLeave = (event: DragEvent) => {
      // Null: the pointer left the window, not an element in it.
      if (event.relatedTarget === null) setWords(null);
    };
    const onDrop = (event: DragEvent) => {
      setWords(null);
      if (!event.dataTransfer || !hasFiles(event.dataTransfer) || event.defaultPrevented) return;
      event.preventDefault();
      const { altKey } = event;
      void collectDropped(event.dataTransfer).then((files) => open.files(files, altKey));
    };
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length > 0) {
        event.preventDefault();
        void open.files(files);
        return;
      }
      const text = event.clipboardData?.getData('text/plain').trim() ?? '';
      if (isEditable(event.target) || text === '') return;
      event.preventDefault();
      if (/^[{[]/.test(text)) void open.text(text);
      else explainPaste(text);
    };
    const onDragEnd = () => setWords(null);
    window.addEventListener('dragenter', onDrag);
    window.addEventListener('dragover', onDrag);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('dragend', onDragEnd);
    window.addEventListener('drop', onDrop);
    window.addEventListener('paste', onPaste);
    return () => {
      window.removeEventListener('dragenter', onDrag);
      window.removeEventListener('dragover', onDrag);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('dragend', onDragEnd);
      window.removeEventListener('drop', onDrop);
      window.removeEventListener('paste', onPaste);
    };
  }, [open]);

  return (
    <>
      <Announcer />
      {words ? (
        <div className="pointer-events-none fixed inset-0 z-50 flex justify-center bg-accent-soft p-3 outline-2 -outline-offset-4 outline-accent outline-dashed">
          <div
            role="status"
            className="mt-16 flex h-fit max-w-full items-center gap-3 rounded-xl border border-accent bg-panel px-4 py-3 shadow-lg shadow-overlay"
          >
            <FileInput aria-hidden className="size-5 shrink-0 text-accent" />
            <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
              <span className="font-semibold">{words.title}</span>
              <span className="text-sm text-muted">{words.hint}</span>
            </div>
          </div>
        </div>
      ) : null}
      <Suspense>
        {isAsked ? <ImageQuestion /> : null}
        {isAskedForSeveral ? <SeveralQuestion /> : null}
      </Suspense>
    </>
  );
}

function hasFiles(data: DataTransfer): boolean {
  return data.types.includes('Files');
}

function wordsOf(event: DragEvent): DropText {
  const items = [...(event.dataTransfer?.items ?? [])].filter((item) => item.kind === 'file');
  const { target, library } = useDropTarget.getState();
  if (library && !event.altKey && items.some(({ type }) => type !== 'application/json')) {
    return {
      title:
        items.length === 1 ? 'Drop to upload the file to Assets' : `Drop to upload ${items.length} files to Assets`,
      hint: 'hold Alt to open the embedded workflow instead',
    };
  }
  const key =
    event.target instanceof Element ? event.target.closest('[data-drop-spot]')?.closest('[data-field]') : null;
  const under = target?.slots.find((slot) => slot.key === key?.getAttribute('data-field'));
  // Over a field, the drop is that field's, whatever is held.
  if (target && under) return dropText(items.slice(0, 1), { ...target, preferred: under }, false);
  return dropText(items, target, event.altKey);
}

function isEditable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
}

/** Text that no page can use: said, since a paste without any effect looks like a defect. */
function explainPaste(text: string): void {
  const isUrl = /^https?:\/\/\S+$/i.test(text);
  showToast({
    tone: 'neutral',
    isOfPage: true,
    title: isUrl ? 'A URL cannot be opened' : 'The pasted text is not a workflow',
    description: isUrl
      ? 'Download the file first, then drop it here or paste its JSON.'
      : 'Paste API-format JSON, as ComfyUI exports it with Export (API).',
  });
}
