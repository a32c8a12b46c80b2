import { Crop, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { assetIdOf, isAssetReference } from '@contract/workflow/asset-references';
import type { JsonValue } from '@contract/json/lossless';
import { fieldKey } from '@/domains/drafts/field-key';
import { assetQuery } from '@/domains/assets/asset-query';
import { readAssetFile } from '@/domains/assets/transfer-files';
import type { ImageEdit } from '@/domains/drafts/draft';
import { maskKey, storedFile } from '@/domains/drafts/draft-files';
import { t } from '@/lib/i18n/messages';
import type { EditableImage, EditedImage } from '@/shared/image-editor/image-editor';
import { ImageEditor } from '@/shared/image-editor/lazy-image-editor';
import { Button } from '@/ui/button';
import type { FormField } from '../draft/form-model';
import { useEditor, useSession } from '../draft/session/session-context';

interface EditImageProps {
  field: FormField;
  /** Reference to the image on the input. */
  value: JsonValue;
  name: string;
}

/** Crops the image of an input and draws its mask; the original stays available. */
export function EditImage({ field, value, name }: EditImageProps) {
  const { surface, uploads, editor } = useSession();
  const client = useQueryClient();
  const media = useEditor(({ media: all }) => all[field.key]) ?? null;
  const assetId = isAssetReference(value) ? assetIdOf(value) : null;
  const isShown = media !== null && media.assetId === assetId;
  const edit = isShown ? (media.edit ?? null) : null;
  const [isOpen, setOpen] = useState(false);

  const read = async (reference: JsonValue, signal: AbortSignal): Promise<File> => {
    const id = isAssetReference(reference) ? assetIdOf(reference) : null;
    if (id === null) throw new Error(t('The original image is unknown.'));
    return readAssetFile(await client.fetchQuery(assetQuery(surface, id)), name, surface, signal);
  };
  const readCurrent = async (signal: AbortSignal): Promise<EditableImage> => {
    const file = isShown ? uploads.files.fileOf(field.key) : null;
    return { file: file ?? (await read(value, signal)), frame: null, mask: null };
  };
  const load = async (signal: AbortSignal): Promise<EditableImage> => {
    if (!edit) return readCurrent(signal);
    const { original, crop, isMirrored, turns } = edit;
    try {
      const file = await read(original, signal);
      const mask = await storedFile(editor.state.draft.id, maskKey(field.key));
      return { file, frame: { orientation: { isMirrored, turns }, crop }, mask };
    } catch (error) {
      signal.throwIfAborted();
      // Without the original, such as after it was deleted, its edited copy can still be edited.
      return readCurrent(signal).catch(() => Promise.reject(error));
    }
  };
  const save = ({ file, frame: { orientation, crop }, mask }: EditedImage) => {
    const before: Pick<ImageEdit, 'original' | 'media'> = edit ?? { original: value, media: isShown ? media : null };
    setOpen(false);
    const { original, media: originalMedia } = before;
    void uploads.attachEdited(field.key, file, { original, media: originalMedia, ...orientation, crop }, mask);
  };

  return (
    <>
      <Button size="sm" tone="ghost" aria-label={t('Edit {name}', { name: field.name })} onClick={() => setOpen(true)}>
        <Crop aria-hidden />
        {edit ? t('Edit again') : t('Crop or mask')}
      </Button>
      {edit ? (
        <Button size="sm" tone="ghost" onClick={() => uploads.restoreOriginal(field.key)}>
          <Undo2 aria-hidden />
          {t('Restore original')}
        </Button>
      ) : null}
      {edit ? <ChannelHint nodeId={field.nodeId} /> : null}
      {isOpen ? (
        <ImageEditor task={{ kind: 'image' }} name={name} load={load} onSave={save} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

const COLORS: ReadonlySet<unknown> = new Set(['red', 'green', 'blue']);

/** `LoadImageMask` reads one channel, and a drawn mask is in the transparency. */
function ChannelHint({ nodeId }: { nodeId: string }) {
  const { editor } = useSession();
  const key = fieldKey(nodeId, 'channel');
  const channel = useEditor(({ values }) => values.get(key));
  if (!COLORS.has(channel)) return null;
  return (
    <p role="status" className="flex w-full flex-wrap items-center gap-x-2 gap-y-1.5 text-sm text-warn">
      {t('A mask that you draw is in the channel “alpha”, and this node reads “{channel}”.', {
        channel: String(channel),
      })}
      <Button size="sm" onClick={() => editor.setValue(key, 'alpha')}>
        {t('Read “alpha”')}
      </Button>
    </p>
  );
}
