import { useRef, useState } from 'react';
import type { ListedAsset } from '@/api/assets/asset-list';
import { forgetUpload, useUploads, type UploadState } from '@/api/assets/uploads-store';
import { announce } from '@/shared/announce';
import type { MediaField } from '../schema/field';
import type { Brought, BringTarget } from './bring-media';
import { useFormParts } from './form-context';

export interface MediaFile {
  isReading: boolean;
  /** A file is on its way to the surface, or did not arrive. */
  upload: UploadState | undefined;
  uploadName: string;
  /** Why the last file was not taken. */
  problem: string | null;
  take: (file: File | undefined) => void;
  takeAsset: (asset: ListedAsset) => void;
  takeAddress: (url: string) => void;
  retry: () => void;
  discard: () => void;
}

/** Brings files into a field. What brings them comes with the first one: most fields of most forms get none. */
export function useMediaFile(field: MediaField): MediaFile {
  const { session, surface } = useFormParts();
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState<{ file: File; uploadId: string } | null>(null);
  const upload = useUploads(({ uploads }) => (sending ? uploads[sending.uploadId] : undefined));
  const current = useRef<AbortController | null>(null);

  const put = (value: string, contentType: string) => {
    session.set(field.path, value);
    if (field.typeMember !== null && contentType !== '') {
      session.set([...field.path.slice(0, -1), field.typeMember], contentType);
    }
  };
  const forget = () => {
    if (sending) forgetUpload(sending.uploadId);
    setSending(null);
  };
  const bring = async (work: (target: BringTarget) => Promise<Brought>) => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    setProblem(null);
    setReading(true);
    const brought = await work({ field, surface, signal: controller.signal });
    if (current.current !== controller) return;
    setReading(false);
    if (brought === null) return;
    forget();
    if ('problem' in brought) {
      setProblem(brought.problem);
      return;
    }
    const { value, attachment } = brought;
    session.attach(value, attachment);
    put(value, attachment.contentType);
    announce(`${attachment.name} is in ${field.title}`);
  };
  const take = (file: File | undefined) => {
    if (!file) return;
    const uploadId = crypto.randomUUID();
    setSending({ file, uploadId });
    void bring(async (target) => (await import('./bring-media')).bringFile(file, target, uploadId));
  };

  return {
    isReading,
    upload,
    uploadName: sending?.file.name ?? '',
    problem,
    take,
    takeAsset: (asset) => void bring(async (target) => (await import('./bring-media')).bringAsset(asset, target)),
    takeAddress: (url) => {
      current.current?.abort();
      setProblem(null);
      put(url, '');
    },
    retry: () => take(sending?.file),
    discard: () => {
      current.current?.abort();
      current.current = null;
      setReading(false);
      forget();
    },
  };
}
