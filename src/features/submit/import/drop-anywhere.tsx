import { useQueryClient } from '@tanstack/react-query';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { FileInput } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '@/lib/i18n/messages';
import { Announcer } from '@/shared/feedback/announcer';
import { useDialogs } from '@/shared/dialog-requests/dialogs';
import { showToast } from '@/shared/feedback/toasts';
import { collectDropped, collectItems, type DroppedItems } from './dropped-files';
import { hasDraggedUrls, markOwnDrag, readDraggedUrls } from '@/shared/drop/dragged-urls';
import { draggedItems, dropAreaAt } from '@/shared/drop/drop-target';
import { planDrop } from '@/shared/drop/plan-drop';
import { reportUnreadFile } from '@/shared/drop/report-unread-file';
import { createSpringLink } from '@/shared/drop/spring-link';
import {
  fetchOwnUrl,
  fetchStoredFile,
  ownUrl,
  readStoredFile,
  startStoredDrag,
  type StoredDrag,
  storedItems,
} from '@/shared/drop/stored-file';
import { Button } from '@/ui/button';
import { Spinner } from '@/ui/spinner';
import { dropContext, giveToSpot, type DropPosition, watchPage } from './drop-context';
import { dropText, type DropText, holdText } from './drop-text';
import { DropQuestionDialog } from './drop-question-dialog';
import { createOpener, type Opener, useOpenFiles } from './file-opener';
import { takeOver, useHandOvers } from '@/shared/dialog-requests/hand-overs';
import { ImportList } from './import-list';
import { useImportReport } from './import-report';
import { readUrls } from './pasted-urls';

interface ShownText extends DropText {
  /** Name of a file that was dragged from this page; that of other files is known once they are dropped. */
  name: string | undefined;
}

/** Accepts drops and pastes in the whole window, and shows the effect of a drop while dragging. */
export function DropAnywhere() {
  const [words, setText] = useState<ShownText | null>(null);
  const open = useOpenFiles();
  const router = useRouter();
  const client = useQueryClient();
  const isRequested = useHandOvers(({ files }) => files !== null);
  // Handles a request of a page.
  useEffect(() => {
    const request = isRequested ? takeOver('files') : null;
    if (request) void createOpener(router, client, request.surface).files(request.files);
  }, [isRequested, router, client]);
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  }, [open]);
  // Before this, `public/early-files.js` handled drops.
  useEffect(() => {
    takeEarlyFiles((dropped) => {
      void collectItems(dropped).then(({ files, ignored, isFolder }) =>
        latest.current.files(files, { spot: null, isAlt: false, isFolder }, ignored),
      );
    });
  }, []);

  const isListOpen = useImportReport((state) => state.isListOpen);
  // Outlives the page on which the drag started, and its server.
  const stored = useRef<StoredDrag | null>(null);

  // Subscribes to the window; fields that accept files handle the event first (`defaultPrevented`).
  useEffect(() => {
    const link = createSpringLink();
    const end = () => {
      stored.current = null;
      link.leave();
      setText(null);
    };
    const onDragStart = (event: DragEvent) => {
      const drag = startStoredDrag(event);
      if (!drag) {
        markOwnDrag(event);
        return;
      }
      stored.current = drag;
      // Does not reach the window if another page has replaced the element.
      event.target?.addEventListener('dragend', end, { once: true });
    };
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer || !isTaken(event.dataTransfer, event.target)) return;
      const held = link.over(event.target);
      if (isAtHome(stored.current, event.target)) {
        setText(null);
        return;
      }
      event.preventDefault();
      // Read here: React may call the function below after the event, which then has no files any more.
      const items = draggedItems(event.dataTransfer);
      const { name, surfaceId } = stored.current ?? {};
      const spot = dropAreaAt(event.target, items);
      const context = dropContext({ spot, isAlt: event.altKey, fromSurfaceId: surfaceId });
      const plan = planDrop(items, context);
      event.dataTransfer.dropEffect = plan.every(({ kind }) => kind === 'ignore') ? 'none' : 'copy';
      const effect = dropText(plan, context);
      const next = { ...(held === null ? effect : holdText(held, effect)), name };
      setText((shown) => (shown?.title === next.title && shown.hint === next.hint ? shown : next));
    };
    const onLeave = (event: DragEvent) => {
      // `null` if the pointer left the window, not just an element in it.
      if (event.relatedTarget !== null) return;
      link.leave();
      setText(null);
    };
    const onDrop = (event: DragEvent) => {
      const fromSurfaceId = stored.current?.surfaceId;
      end();
      if (!event.dataTransfer || !isTaken(event.dataTransfer, event.target) || event.defaultPrevented) return;
      event.preventDefault();
      const spot = dropAreaAt(event.target, draggedItems(event.dataTransfer));
      const position = { spot, isAlt: event.altKey, fromSurfaceId, isLeft: watchPage(router) };
      const file = readStoredFile(event.dataTransfer);
      if (file) {
        void fetchStoredFile(file).then((fetched) => open.files([fetched], position), reportUnreadFile);
        return;
      }
      // Browsers announce files for an image of another page, and may deliver none.
      const urls = event.dataTransfer.files.length > 0 ? [] : readDraggedUrls(event.dataTransfer);
      if (urls.length > 0) {
        void openUrls(urls, open, router, position);
        return;
      }
      void collectDropped(event.dataTransfer).then(({ files, ignored, isFolder }) =>
        open.files(files, { ...position, isFolder }, ignored),
      );
    };
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData('text/plain').trim() ?? '';
      // Spreadsheets and word processors copy text together with an image of it.
      if (text !== '' && isEditable(event.target)) return;
      if (files.length > 0) {
        event.preventDefault();
        void open.files(files);
        return;
      }
      if (text === '') return;
      event.preventDefault();
      const urls = readUrls(text);
      if (/^[{[]/.test(text) || /^Steps: \d/m.test(text)) void open.text(text);
      else if (urls.length > 0) void openUrls(urls, open, router);
      else explainPaste();
    };
    window.addEventListener('dragstart', onDragStart);
    window.addEventListener('dragenter', onDrag);
    window.addEventListener('dragover', onDrag);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('dragend', end);
    window.addEventListener('drop', onDrop);
    window.addEventListener('paste', onPaste);
    return () => {
      link.leave();
      window.removeEventListener('dragstart', onDragStart);
      window.removeEventListener('dragenter', onDrag);
      window.removeEventListener('dragover', onDrag);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('dragend', end);
      window.removeEventListener('drop', onDrop);
      window.removeEventListener('paste', onPaste);
    };
  }, [open, router]);

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
              {words.name === undefined ? null : (
                <span className="w-full truncate text-sm text-muted">{words.name}</span>
              )}
              <span className="font-semibold">{words.title}</span>
              <span className="text-sm text-muted">{words.hint}</span>
            </div>
          </div>
        </div>
      ) : null}
      <ReadingNote />
      <DropQuestionDialog />
      {isListOpen ? <ImportList /> : null}
    </>
  );
}

/**
 * Shows that files are being opened, if that takes a moment: a large one, one of another site, or definitions that ComfyUI is still
 * sending.
 */
function ReadingNote() {
  const isReading = useImportReport((state) => state.isReading);
  const fetching = useImportReport((state) => state.fetching);
  const asks = useDialogs(({ multipleFiles, media }) => multipleFiles !== null || media !== null);
  const cancel = fetching?.cancel;
  useEffect(() => {
    if (!cancel) return;
    // A dialog or menu that is open takes the key first.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) cancel();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [cancel]);
  if (!isReading || asks) return null;
  return (
    <div className="pointer-events-none fixed inset-x-3 top-16 z-50 flex animate-arrive justify-center [animation-delay:0.6s] [animation-fill-mode:backwards]">
      <div className="flex min-w-0 items-center gap-3 rounded-xl border border-line bg-panel px-4 py-2.5 text-sm shadow-lg shadow-overlay">
        <p role="status" className="flex min-w-0 items-center gap-2 wrap-anywhere">
          <Spinner className="size-3.5" />
          {fetching ? t('Opening the file from {host}…', { host: fetching.host }) : t('Opening the file…')}
        </p>
        {cancel ? (
          <Button size="sm" className="pointer-events-auto" onClick={cancel}>
            {t('Cancel')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** A click with an unsteady hand is not a drop. */
function isAtHome(drag: StoredDrag | null, target: EventTarget | null): boolean {
  return drag !== null && target instanceof Node && drag.home.contains(target);
}

/** A link that is dropped into text becomes a part of it. */
function isTaken(data: DataTransfer, target: EventTarget | null): boolean {
  if (data.types.includes('Files') || storedItems(data).length > 0) return true;
  return hasDraggedUrls(data) && !isEditable(target);
}

function isEditable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
}

/** Opens the files at URLs; a page of this console if that is the only one. */
async function openUrls(
  urls: readonly string[],
  open: Opener,
  router: AnyRouter,
  position: DropPosition = { spot: null, isAlt: false, isLeft: watchPage(router) },
): Promise<void> {
  const [only = '', ...more] = urls;
  const url = more.length > 0 ? null : ownUrl(only);
  if (!url) return open.urls(urls, position);
  try {
    const file = await fetchOwnUrl(url);
    if (!file) router.history.push(url.href.slice(url.origin.length));
    else if (!giveToSpot([file], position)) await open.files([file], position);
  } catch (error) {
    reportUnreadFile(error);
  }
}

/** Reports text that no page can use, since a paste without any effect looks like a bug. */
function explainPaste(): void {
  showToast({
    tone: 'neutral',
    isOfPage: true,
    title: t('The pasted text is not a workflow'),
    description: t('Paste workflow JSON, as ComfyUI saves or exports it, or the URL of a file.'),
  });
}

/** `public/early-files.js` listens for it. */
const TAKE = 'flowdeck:take-files';

/**
 * Takes over from `public/early-files.js`: `open` gets what was dropped or chosen before this code had loaded, and what is chosen
 * later in a dialog that was opened before.
 */
function takeEarlyFiles(open: (dropped: DroppedItems) => void): void {
  window.dispatchEvent(new CustomEvent(TAKE, { detail: open }));
}
