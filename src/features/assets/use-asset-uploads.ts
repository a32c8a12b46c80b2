import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { uploadAsset } from '@/api/assets/asset-upload';
import { forgetUpload } from '@/api/assets/uploads-store';
import { operationKey, type Surface } from '@/api/surface';
import { announce } from '@/shared/announce';
import { useDropTarget } from '@/shared/drop-target';

export interface AssetUpload {
  id: string;
  file: File;
  stop: AbortController;
}

export interface AssetUploads {
  list: readonly AssetUpload[];
  take: (files: readonly File[]) => void;
  retry: (upload: AssetUpload) => void;
  /** Cancels an upload in progress, and removes it from the list. */
  remove: (upload: AssetUpload) => void;
}

/** Uploads to the library: each file is hashed first, so that bytes which the server has are not sent. */
export function useAssetUploads(surface: Surface): AssetUploads {
  const client = useQueryClient();
  const [list, setList] = useState<readonly AssetUpload[]>([]);
  const take = useCallback(
    (files: readonly File[]) => {
      const added = files.map((file) => ({ id: crypto.randomUUID(), file, stop: new AbortController() }));
      setList((before) => [...before, ...added]);
      for (const { id, file, stop } of added) {
        void uploadAsset(surface, file, id, stop.signal).then((result) => {
          announce(result ? `${file.name} is uploaded` : `${file.name} was not uploaded`);
          return result && client.invalidateQueries({ queryKey: operationKey(surface, 'console.assets') });
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
  // Drops and pastes of the window go here while the page is in view.
  useEffect(() => {
    useDropTarget.setState({ library: { take } });
    return () => useDropTarget.setState({ library: null });
  }, [take]);
  const retry = (upload: AssetUpload) => {
    remove(upload);
    take([upload.file]);
  };
  return { list, take, retry, remove };
}
