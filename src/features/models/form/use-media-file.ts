import { useRef, useState } from 'react';
import type { ListedAsset } from '@/api/assets/asset-list';
import { uploadAsset } from '@/api/assets/asset-upload';
import { contentTypeOf } from '@/api/assets/upload-form';
import { forgetUpload, useUploads, type UploadState } from '@/api/assets/uploads-store';
import { call } from '@/api/client';
import { credentialOf } from '@/api/credentials';
import { thumbnailUrl, THUMB_NODE } from '@/api/jobs/thumbnail-url';
import { announce } from '@/shared/announce';
import { makeThumbnail } from '@/shared/make-thumbnail';
import type { MediaField, MediaWay } from '../schema/field';
import { encodeFile } from './encode-file';
import { useFormParts } from './form-context';
import { tooLarge, wayFor } from './media-value';

export interface MediaFile {
  /** A file is being read. */
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

/** Brings files into a field in the way its schema wants them. */
export function useMediaFile(field: MediaField): MediaFile {
  const { session, surface } = useFormParts();
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [uploadId, setUploadId] = useState<string | null>(null);
  const upload = useUploads(({ uploads }) => (uploadId === null ? undefined : uploads[uploadId]));
  const current = useRef<AbortController | null>(null);
  const isLocal = isLoopback(surface.baseUrl);

  const begin = () => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    setProblem(null);
    return controller;
  };
  const end = () => {
    if (uploadId !== null) forgetUpload(uploadId);
    setUploadId(null);
    setFile(null);
  };
  const put = (value: string, contentType: string) => {
    session.set(field.path, value);
    if (field.typeMember !== null && contentType !== '') {
      session.set([...field.path.slice(0, -1), field.typeMember], contentType);
    }
  };

  const takeFile = async (next: File) => {
    const controller = begin();
    const contentType = contentTypeOf(next);
    const way = wayFor(field, next.size, contentType, isLocal);
    if (way === null) {
      setProblem(tooLarge(field, next.size));
      return;
    }
    const made = makeThumbnail(next);
    const value = way === 'url' ? await send(next, controller) : await read(next, contentType, way);
    if (value === null || current.current !== controller) return;
    const facts = { name: next.name, contentType, sizeBytes: next.size, way };
    session.attach(value, { ...facts, ...(await made) });
    put(value, contentType);
    end();
    announce(`${next.name} is in ${field.title}`);
  };

  const send = async (next: File, { signal }: AbortController): Promise<string | null> => {
    const id = crypto.randomUUID();
    setFile(next);
    setUploadId(id);
    return (await uploadAsset(surface, next, id, signal))?.asset.url ?? null;
  };
  const read = async (next: File, contentType: string, way: Exclude<MediaWay, 'url'>): Promise<string | null> => {
    setReading(true);
    try {
      return await encodeFile(next, contentType, way);
    } catch {
      setProblem(`${next.name} cannot be read. It may have been moved or changed.`);
      return null;
    } finally {
      setReading(false);
    }
  };

  const takeAsset = async (asset: ListedAsset) => {
    const controller = begin();
    const name = asset.file_path?.split('/').at(-1) ?? asset.id;
    const contentType = asset.content_type;
    setReading(true);
    try {
      // Its address may have ended since the list was read.
      const { body } = await call(surface, 'getAsset', { params: { id: asset.id }, signal: controller.signal });
      const way = wayFor(field, asset.size_bytes, contentType, isLocal);
      if (way === null) {
        setProblem(tooLarge(field, asset.size_bytes));
        return;
      }
      const [value, thumbnail] = await Promise.all([
        way === 'url' ? body.url : encodeFile(await blobAt(body.url, controller.signal), contentType, way),
        field.media === 'image' ? blobAt(thumbnailUrl(surface, body.url, THUMB_NODE), controller.signal) : null,
      ]);
      if (current.current !== controller) return;
      session.attach(value, {
        name,
        contentType,
        sizeBytes: asset.size_bytes,
        way,
        width: null,
        height: null,
        thumbnail,
      });
      put(value, contentType);
    } catch {
      if (!controller.signal.aborted) setProblem(`${name} could not be had from the surface.`);
    } finally {
      setReading(false);
    }
  };

  const blobAt = async (url: string, signal: AbortSignal): Promise<Blob> => {
    const credential = credentialOf(surface, url);
    const response = await fetch(url, { signal, headers: credential.headers, credentials: credential.mode });
    if (!response.ok) throw new Error(`The surface answered ${response.status}`);
    return response.blob();
  };

  return {
    isReading,
    upload,
    uploadName: file?.name ?? '',
    problem,
    take: (next) => {
      if (next) void takeFile(next);
    },
    takeAsset: (asset) => void takeAsset(asset),
    takeAddress: (url) => {
      begin();
      put(url, '');
    },
    retry: () => {
      if (file) void takeFile(file);
    },
    discard: () => {
      current.current?.abort();
      end();
    },
  };
}

function isLoopback(baseUrl: string): boolean {
  return /^(?:localhost|127\.|\[::1\])/.test(new URL(baseUrl).hostname);
}
