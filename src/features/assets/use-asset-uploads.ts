import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { uploadAsset } from '@/domains/assets/asset-upload';
import { forgetUpload } from '@/domains/assets/uploads-store';
import { markStale } from '@/api/live/stale-table';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { setDropLibrary } from '@/shared/drop/drop-target';

export interface AssetUpload {
  id: string;
  file: File;
  stop: AbortController;
}

export interface AssetUploads {
  list: readonly AssetUpload[];
  uploadFiles: (files: readonly File[]) => void;
  retry: (upload: AssetUpload) => void;
  /** Cancels an upload in progress, and removes it from the list. */
  remove: (upload: AssetUpload) => void;
}

/** Uploads to the library: each file is hashed first, so that bytes that the server has are not sent. */
export function useAssetUploads(surface: Surface): AssetUploads {
  const client = useQueryClient();
  const [list, setList] = useState<readonly AssetUpload[]>([]);
  const uploadFiles = useCallback(
    (files: readonly File[]) => {
      const added = files.map((file) => ({ id: crypto.randomUUID(), file, stop: new AbortController() }));
      setList((before) => [...before, ...added]);
      for (const { id, file, stop } of added) {
        void uploadAsset(surface, file, id, stop.signal).then((result) => {
          announce(
            result ? t('{name} is uploaded', { name: file.name }) : t('{name} was not uploaded', { name: file.name }),
          );
          return result && markStale(client, surface, 'createAsset');
        });
      }
    },
    [surface, client],
  );
  const remove = useCallback(({ id, stop }: AssetUpload) => {
    stop.abort();
    forgetUpload(id);
    setList((before) => before.filter((upload) => upload.id !== id));
  }, []);
  // Handles drops and pastes of the window while the page is shown.
  useEffect(() => {
    setDropLibrary({ surfaceId: surface.id, upload: uploadFiles });
    return () => setDropLibrary(null);
  }, [surface.id, uploadFiles]);
  const retry = (upload: AssetUpload) => {
    remove(upload);
    uploadFiles([upload.file]);
  };
  return { list, uploadFiles, retry, remove };
}
