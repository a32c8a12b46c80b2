import { Brush, Crop, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { t } from '@/lib/i18n/messages';
import type { EditableImage, EditedImage } from '@/shared/image-editor/image-editor';
import { ImageEditor } from '@/shared/image-editor/lazy-image-editor';
import { Button } from '@/ui/button';
import { fetchContent } from '@/api/fetch-content';
import type { Surface } from '@/api/surface';
import { valueAt } from '../../schema/body';
import type { MediaField } from '../../schema/field';
import { useForm, useFormParts, useValue } from '../state/form-context';
import { unacceptedType } from './accepted-file';
import type { Attachment, MediaEdit } from '../state/attachment';
import { findMaskedField, isMaskField, maskOutputOf } from './mask-field';
import { mediaDetails } from './media-value';

interface EditMediaProps {
  field: MediaField;
  onSave: (file: File, edit: MediaEdit) => void;
  onRestore: (value: string) => void;
}

/** Crops the image of an input, or draws a mask on the image that the mask belongs to. */
export function EditMedia(props: EditMediaProps) {
  const { field } = props;
  // The editor saves PNG.
  if (field.media !== 'image' || unacceptedType(field, { name: 'edited.png', contentType: 'image/png' }) !== null)
    return null;
  return isMaskField(field) ? <DrawMask {...props} /> : <CropImage {...props} />;
}

/** Returns the value of an image input with its attachment; `null` without one. */
function useImage(field: MediaField): { value: string; attachment: Attachment | undefined } | null {
  const value = useValue(field.path);
  const attachment = useForm(({ attachments }) => attachments.get(typeof value === 'string' ? value : ''));
  return typeof value === 'string' && value !== '' ? { value, attachment } : null;
}

function CropImage({ field, onSave, onRestore }: EditMediaProps) {
  const { surface } = useFormParts();
  const image = useImage(field);
  const [isOpen, setOpen] = useState(false);
  if (!image) return null;
  const { value, attachment } = image;
  const edit = attachment?.edit;
  const load = async (signal: AbortSignal): Promise<EditableImage> => ({
    file: await readValue(edit?.source ?? value, surface, signal),
    frame: edit?.frame ?? null,
    mask: edit?.mask ?? null,
  });
  const save = ({ file, frame, mask }: EditedImage) => {
    setOpen(false);
    onSave(file, { source: edit?.source ?? value, frame, mask });
  };
  return (
    <>
      <Button
        size="sm"
        tone="ghost"
        aria-label={t('Crop {title}', { title: field.title })}
        onClick={() => setOpen(true)}
      >
        <Crop aria-hidden />
        {edit ? t('Crop again') : t('Crop')}
      </Button>
      {edit ? (
        <Button size="sm" tone="ghost" onClick={() => onRestore(edit.source)}>
          <Undo2 aria-hidden />
          {t('Restore original')}
        </Button>
      ) : null}
      {isOpen ? (
        <ImageEditor
          task={{ kind: 'crop' }}
          name={attachment?.name ?? field.title}
          load={load}
          onSave={save}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

function DrawMask({ field, onSave }: EditMediaProps) {
  const { session } = useFormParts();
  const body = useForm((state) => state.body);
  const masked = findMaskedField(session.root, field, body.value);
  const source = masked && valueAt(body, masked.path);
  return masked ? (
    <DrawMaskOn field={field} masked={masked} source={typeof source === 'string' ? source : ''} onSave={onSave} />
  ) : null;
}

interface DrawMaskOnProps extends Pick<EditMediaProps, 'field' | 'onSave'> {
  /** Input with the image that the mask belongs to. */
  masked: MediaField;
  /** Its value; empty if it has none. */
  source: string;
}

function DrawMaskOn({ field, masked, source, onSave }: DrawMaskOnProps) {
  const { surface } = useFormParts();
  const current = useImage(field);
  const name = useForm(({ attachments }) => attachments.get(source)?.name) ?? masked.title;
  const [isOpen, setOpen] = useState(false);
  const edit = current?.attachment?.edit;
  const load = async (signal: AbortSignal): Promise<EditableImage> => ({
    file: await readValue(source, surface, signal),
    frame: null,
    // A mask of another image does not continue.
    mask: edit?.source === source ? edit.mask : null,
  });
  const save = ({ file, frame, mask }: EditedImage) => {
    setOpen(false);
    onSave(file, { source, frame, mask });
  };
  return (
    <>
      <Button
        size="sm"
        tone="ghost"
        aria-label={t('Draw {title}', { title: field.title })}
        disabledReason={
          source === '' ? t('Add the image for {title} first; the mask is drawn on it.', { title: masked.title }) : null
        }
        onClick={() => setOpen(true)}
      >
        <Brush aria-hidden />
        {edit ? t('Draw again') : t('Draw a mask')}
      </Button>
      {isOpen ? (
        <ImageEditor
          task={{ kind: 'mask', output: maskOutputOf(field) }}
          name={name}
          load={load}
          onSave={save}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** Returns the file behind a value of an image input. @throws Error with a message for the user */
async function readValue(value: string, surface: Surface, signal: AbortSignal): Promise<Blob> {
  const { way, contentType } = mediaDetails(value);
  if (way !== 'url') return fromBase64(value.slice(way === 'base64' ? 0 : value.indexOf(',') + 1), contentType);
  const response = await fetchContent(surface, value, { signal }).catch(() => null);
  signal.throwIfAborted();
  if (response?.ok) return response.blob();
  await response?.body?.cancel();
  throw new Error(t('The image could not be loaded from its URL. Download it, then choose the file to edit it.'));
}

function fromBase64(text: string, type: string): Blob {
  try {
    return new Blob([Uint8Array.from(atob(text), (character) => character.charCodeAt(0))], { type });
  } catch {
    throw new Error(t('The value is not valid base64. Choose the image again to edit it.'));
  }
}
