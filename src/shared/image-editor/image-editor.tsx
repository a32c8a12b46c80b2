import { Redo2, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { askBeforeLeaving } from '@/lib/ask-before-leaving';
import { msg, t } from '@/lib/i18n/messages';
import { mayActOnKey } from '@/lib/keyboard/character-shortcuts';
import { isMac } from '@/lib/keyboard/platform';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Spinner } from '@/ui/spinner';
import { Tabs } from '@/ui/tabs';
import { messageOf } from '@/lib/message-of';
import { nextBrushSize } from './brush-keys';
import { ImageEditError, openImage, saveImage } from './image-edit-calls';
import { CropTools, ratioOf, type RatioChoice } from './crop-tools';
import { ImageDocument } from './image-document';
import { MaskTools, OutputField, TransparencyNote, type BrushSettings } from './mask-tools';
import { shownSize, type Frame } from './orientation';
import type { MaskOutput } from './pixels/pack-mask';
import { Stage } from './stage';

/** An image, and the edit that continues. */
export interface EditableImage {
  file: Blob;
  frame: Frame | null;
  /** Whole mask of an earlier edit, packed; `null` reads the transparency of the image. */
  mask: Blob | null;
}

export interface EditedImage {
  /** PNG of the image or of its mask. */
  file: File;
  frame: Frame;
  mask: Blob | null;
}

/**
 * `image`: crop, and a mask as transparency. `crop`: only the crop. `mask`: only a mask, as an image of its own; the given form can
 * be changed.
 */
export type EditTask = { kind: 'image' } | { kind: 'crop' } | { kind: 'mask'; output: MaskOutput };

export interface ImageEditorProps {
  task: EditTask;
  /** Name of the original file. */
  name: string;
  /** @throws with a message for the user */
  load: (signal: AbortSignal) => Promise<EditableImage>;
  onSave: (edited: EditedImage) => void;
  onClose: () => void;
}

/** Full-screen dialog for cropping an image and drawing its mask (decision 091). */
export function ImageEditor({ task, name, load, onSave, onClose }: ImageEditorProps) {
  const texts = TEXTS[task.kind];
  const [output, setOutput] = useState<MaskOutput>(task.kind === 'mask' ? task.output : 'transparent');
  const [document, setDocument] = useState<ImageDocument | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const loadImage = useEffectEvent((signal: AbortSignal) => load(signal));
  // Loads the image once per dialog.
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    loadImage(signal)
      .then(async ({ file, frame, mask }) => {
        const opened = await openImage(file, mask, signal);
        return new ImageDocument(opened.image, opened.mask, frame);
      })
      .then(setDocument)
      .catch((error: unknown) => {
        if (!signal.aborted) setProblem(messageOf(error, t(UNKNOWN)));
      });
    return () => controller.abort();
  }, []);
  // Decoded pixels are not in the memory that the browser collects in time.
  useEffect(() => () => document?.image.close(), [document]);

  const save = async (edited: ImageDocument) => {
    setSaving(true);
    try {
      const { frame, image, mask } = edited;
      const request = { image, mask, frame, output: task.kind === 'mask' ? output : ('image' as const) };
      const saved = await saveImage(request, new AbortController().signal);
      const file = new File([saved.file], editedName(name, texts.suffix), { type: 'image/png' });
      onSave({ file, frame, mask: saved.mask });
    } catch (error) {
      setSaving(false);
      setProblem(error instanceof ImageEditError ? error.message : t(UNKNOWN));
    }
  };
  const leave = () => {
    if (document?.store.getState().canUndo && !isSaving) setLeaving(true);
    else onClose();
  };

  return (
    <Dialog
      isOpen
      size="fill"
      onOpenChange={(isOpen) => {
        if (!isOpen) leave();
      }}
      title={t(texts.title)}
      description={document ? `${name}, ${document.size.width} × ${document.size.height}` : name}
      actions={
        isLeaving ? (
          <>
            <p role="alert" className="mr-auto self-center">
              {t('Discard your changes to this image?')}
            </p>
            <Button onClick={() => setLeaving(false)}>{t('Keep editing')}</Button>
            <Button tone="danger" onClick={onClose}>
              {t('Discard changes')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={leave}>{t('Cancel')}</Button>
            {document ? (
              <SaveButton label={t(texts.save)} document={document} isSaving={isSaving} onSave={save} />
            ) : null}
          </>
        )
      }
    >
      {problem ? (
        <p role="alert" className="mb-3 rounded-lg bg-bad-soft px-3 py-2.5">
          {problem}
        </p>
      ) : null}
      {document ? (
        <EditorPane document={document} task={task.kind} output={output} onOutputChange={setOutput} />
      ) : problem ? null : (
        <p role="status" className="flex flex-1 items-center justify-center gap-2 text-muted">
          <Spinner /> {t('Opening the image')}
        </p>
      )}
    </Dialog>
  );
}

const UNKNOWN = msg('The image could not be edited. The file is unchanged; close this dialog and try again.');

const TEXTS = {
  image: { title: msg('Edit image'), save: msg('Use the edited image'), suffix: 'edited' },
  crop: { title: msg('Crop image'), save: msg('Use the cropped image'), suffix: 'edited' },
  mask: { title: msg('Draw mask'), save: msg('Use this mask'), suffix: 'mask' },
};

function editedName(name: string, suffix: string): string {
  return `${name.replace(/(?:-edited)?\.\w{1,5}$/, '')}-${suffix}.png`;
}

interface SaveButtonProps {
  label: string;
  document: ImageDocument;
  isSaving: boolean;
  onSave: (document: ImageDocument) => Promise<void>;
}

function SaveButton({ label, document, isSaving, onSave }: SaveButtonProps) {
  const canUndo = useStore(document.store, (state) => state.canUndo);
  return (
    <Button
      tone="primary"
      isBusy={isSaving}
      disabledReason={canUndo ? null : t('Nothing is changed yet')}
      onClick={() => void onSave(document)}
    >
      {label}
    </Button>
  );
}

interface EditorPaneProps {
  document: ImageDocument;
  task: EditTask['kind'];
  output: MaskOutput;
  onOutputChange: (output: MaskOutput) => void;
}

/** The tools beside the image, in tabs if there are several. */
function EditorPane({ document, task, output, onOutputChange }: EditorPaneProps) {
  const [tool, setTool] = useState<'crop' | 'mask'>(task === 'crop' ? 'crop' : 'mask');
  const [choice, setChoice] = useState<RatioChoice>('free');
  const orientation = useStore(document.store, (state) => state.frame.orientation);
  const isChanged = useStore(document.store, (state) => state.canUndo);
  useEffect(() => (isChanged ? askBeforeLeaving() : undefined), [isChanged]);
  const { width, height } = document.size;
  const largest = Math.max(64, Math.min(1024, Math.max(width, height)));
  const [settings, setSettings] = useState<BrushSettings>(() => ({
    tool: 'brush',
    size: Math.max(4, Math.min(largest, Math.round(Math.max(width, height) / 12))),
    hardness: 80,
    opacity: 100,
  }));
  const brush = {
    radius: settings.size / 2,
    hardness: settings.hardness / 100,
    strength: settings.opacity / 100,
    isEraser: settings.tool === 'eraser',
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement && event.target.type !== 'range') return;
    const key = event.key.toLowerCase();
    if ((isMac ? event.metaKey : event.ctrlKey) && (key === 'z' || key === 'y')) {
      if (key === 'y' || event.shiftKey) document.redo();
      else document.undo();
    } else if (tool !== 'mask' || !mayActOnKey(event.nativeEvent, true)) return;
    else if (key === '[' || key === ']') {
      setSettings({ ...settings, size: nextBrushSize(settings.size, key === ']' ? 1 : -1, largest) });
    } else if (key === 'e') setSettings({ ...settings, tool: settings.tool === 'brush' ? 'eraser' : 'brush' });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const panes = (
    <div className="flex min-h-0 flex-1 flex-col gap-4 pt-3 md:flex-row">
      <Stage
        document={document}
        tool={tool}
        brush={brush}
        ratio={ratioOf(choice, shownSize(document.size, orientation))}
      />
      <div className="flex flex-col gap-4 md:w-72 md:shrink-0 md:overflow-y-auto">
        <UndoButtons document={document} />
        {tool === 'crop' ? (
          <CropTools document={document} ratio={choice} onRatioChange={setChoice} />
        ) : (
          <MaskTools document={document} settings={settings} largest={largest} onChange={setSettings}>
            {task === 'mask' ? <OutputField output={output} onChange={onOutputChange} /> : <TransparencyNote />}
          </MaskTools>
        )}
      </div>
    </div>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the controls within
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
      {task === 'image' ? (
        <Tabs
          label={t('Tools')}
          value={tool}
          tabs={[
            { value: 'crop', label: t('Crop') },
            { value: 'mask', label: t('Mask') },
          ]}
          onValueChange={(value) => setTool(value === 'crop' ? 'crop' : 'mask')}
        >
          {panes}
        </Tabs>
      ) : (
        panes
      )}
    </div>
  );
}

function UndoButtons({ document }: { document: ImageDocument }) {
  const canUndo = useStore(document.store, (state) => state.canUndo);
  const canRedo = useStore(document.store, (state) => state.canRedo);
  return (
    <div className="flex gap-2">
      <Button disabledReason={canUndo ? null : t('There is nothing to undo')} onClick={() => document.undo()}>
        <Undo2 aria-hidden /> {t('Undo')}
      </Button>
      <Button disabledReason={canRedo ? null : t('There is nothing to redo')} onClick={() => document.redo()}>
        <Redo2 aria-hidden /> {t('Redo')}
      </Button>
    </div>
  );
}
