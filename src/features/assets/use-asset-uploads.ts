import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { uploadAsset } from '@/domains/assets/asset-upload';
import { forgetUpload, useUploads, type LibraryUpload } from '@/domains/assets/uploads-store';
import { markStale } from '@/api/live/stale-table';
import type { Surface } from '@/api/surface';
import { askBeforeLeaving } from '@/lib/ask-before-leaving';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { setDropLibrary } from '@/shared/drop/drop-target';

export interface AssetUploads {
  list: readonly LibraryUpload[];
  uploadFiles: (files: readonly File[]) => void;
  retry: (upload: LibraryUpload) => void;
  /** Cancels an upload in progress, and removes it from the list. */
  remove: (upload: LibraryUpload) => void;
}

/** Uploads to the library: each file is hashed first, so that bytes that the server has are not sent. */
export function useAssetUploads(surface: Surface): AssetUploads {
  const client = useQueryClient();
  const list = useUploads(useShallow(({ library }) => library.filter(({ surfaceId }) => surfaceId === surface.id)));
  const uploadFiles = useCallback(
    (files: readonly File[]) => {
      const surfaceId = surface.id;
      const added = files.map((file) => ({ id: crypto.randomUUID(), surfaceId, file, stop: new AbortController() }));
      useUploads.setState(({ library }) => ({ library: [...library, ...added] }));
      for (const { id, file, stop } of added) {
        const mayLeave = askBeforeLeaving();
        void uploadAsset(surface, file, id, stop.signal).then((result) => {
          mayLeave();
          announce(
            result ? t('{name} is uploaded', { name: file.name }) : t('{name} was not uploaded', { name: file.name }),
          );
          return result && markStale(client, surface, 'createAsset');
        });
      }
    },
    [surface, client],
  );
  // Handles drops and pastes of the window while the page is shown.
  useEffect(() => {
    setDropLibrary({ surfaceId: surface.id, upload: uploadFiles });
    return () => setDropLibrary(null);
  }, [surface.id, uploadFiles]);
  // What is paused, in progress or failed is still here when the page is opened again.
  useEffect(() => () => removeFinished(surface.id), [surface.id]);
  const retry = (upload: LibraryUpload) => {
    remove(upload);
    uploadFiles([upload.file]);
  };
  return { list, uploadFiles, retry, remove };
}

function remove({ id, stop }: LibraryUpload): void {
  stop.abort();
  forgetUpload(id);
  useUploads.setState(({ library }) => ({ library: library.filter((upload) => upload.id !== id) }));
}

function removeFinished(surfaceId: string): void {
  const { library, uploads } = useUploads.getState();
  for (const upload of library) {
    if (upload.surfaceId === surfaceId && uploads[upload.id]?.phase === 'done') remove(upload);
  }
}
