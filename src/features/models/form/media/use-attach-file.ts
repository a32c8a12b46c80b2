import type { ListedAsset } from '@contract/console/schemas';
import { askBeforeLeaving } from '@/lib/ask-before-leaving';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { type AttachOptions, type IncomingFile, useIncomingFile } from '@/shared/fields/field-files';
import type { UploadState } from '@/domains/assets/uploads-store';
import { pathKey, type MediaField } from '../../schema/field';
import { useFormParts } from '../state/form-context';
import type { MediaEdit } from '../state/attachment';
import { attachAsset, attachFile, type AttachResult, type AttachTarget } from './attach-media';

export interface MediaFile {
  /** A pending or rejected file. */
  incoming: IncomingFile | undefined;
  /** State of an upload to the surface. */
  upload: UploadState | undefined;
  take: (file: File | undefined) => void;
  takeEdited: (file: File, edit: MediaEdit) => void;
  takeAsset: (asset: ListedAsset) => void;
  takeAddress: (url: string) => void;
  retry: () => void;
  discard: () => void;
}

/** Attaches files to a field. */
export function useMediaFile(field: MediaField): MediaFile {
  const { session, surface } = useFormParts();
  const { files } = session;
  const key = pathKey(field.path);
  const { incoming, upload } = useIncomingFile(files, key);

  const put = (value: string, contentType: string) => {
    session.set(field.path, value);
    if (field.typeMember !== null && contentType !== '') {
      session.set([...field.path.slice(0, -1), field.typeMember], contentType);
    }
  };
  const attach = async (
    source: File | { name: string },
    work: (target: AttachTarget, options: AttachOptions) => Promise<AttachResult>,
    edit?: MediaEdit,
  ) => {
    // The form is stored without files that are not part of it yet.
    const mayLeave = askBeforeLeaving();
    const attached = await files
      .attach(key, source, (options) => work({ field, surface, signal: options.signal }, options))
      .finally(mayLeave);
    // The upload was canceled, or it failed and shows its own error.
    if (!attached) return;
    if ('problem' in attached) {
      files.reject(key, attached.problem);
      return;
    }
    files.drop(key);
    const { value, attachment } = attached;
    session.attach(value, edit ? { ...attachment, edit } : attachment);
    put(value, attachment.contentType);
    announce(t('{name} is in {title}', { name: attachment.name, title: field.title }));
  };
  const take = (file: File | undefined, edit?: MediaEdit) => {
    if (!file) return;
    void attach(file, (target, { uploadId }) => attachFile(file, target, uploadId), edit);
  };

  return {
    incoming,
    upload,
    take: (file) => take(file),
    takeEdited: take,
    takeAsset: (asset) =>
      void attach({ name: asset.file_path?.split('/').at(-1) ?? asset.id }, (target) => attachAsset(asset, target)),
    takeAddress: (url) => {
      files.drop(key);
      put(url, session.store.getState().attachments.get(url)?.contentType ?? '');
    },
    retry: () => take(files.fileOf(key) ?? undefined),
    discard: () => files.drop(key),
  };
}
