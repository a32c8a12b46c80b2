import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { uploadAsset } from '@/api/assets/asset-upload';
import { forgetUpload, useUploads } from '@/api/assets/uploads-store';
import { operationKey, type Surface } from '@/api/surface';
import { carryFile } from '@/shared/carried-file';
import { askForInput, inputMedia, type HeldFile } from '@/shared/input-request';
import { saveBlob } from '@/shared/save-blob';
import { showToast } from '@/shared/toasts';
import type { AnswerMedia } from './answer-media';
import { mediaName } from './media-file';
import { mediaBytesQuery } from './use-media-file';

export type MediaAct = 'save' | 'workflow' | 'model';

export interface MediaActions {
  surface: Surface;
  modelId: string;
  media: AnswerMedia;
  /** The file was picked up for another model: time to go where models are chosen. */
  onCarried: () => void;
}

/** What can be done with a file of an answer. All of it begins with its bytes: its address may end any time. */
export function useMediaActions({ surface, modelId, media, onCarried }: MediaActions) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<MediaAct | null>(null);

  const bytes = async (): Promise<File> => {
    const blob = await client.fetchQuery(mediaBytesQuery(surface, media));
    return new File([blob], mediaName(media, modelId, blob.type), { type: blob.type });
  };

  const act = async (kind: MediaAct) => {
    if (busy !== null) return;
    setBusy(kind);
    try {
      const file = await bytes();
      const mediaInput = inputMedia(file.type);
      if (kind === 'save') saveBlob(file, file.name);
      else if (mediaInput === null) throw new Error('No input takes a file of this kind.');
      else {
        const held = await heldBy(surface, file);
        await client.invalidateQueries({ queryKey: operationKey(surface, 'console.assets') });
        if (kind === 'workflow') askForInput({ surface, file: held, media: mediaInput });
        else {
          carryFile({ surfaceId: surface.id, file: held, media: mediaInput });
          onCarried();
        }
      }
    } catch (error) {
      showToast({
        tone: 'bad',
        title: kind === 'save' ? 'The file could not be saved' : 'The file could not be passed on',
        description: error instanceof Error ? error.message : 'Its bytes could not be read.',
      });
    } finally {
      setBusy(null);
    }
  };
  return { busy, act: (kind: MediaAct) => void act(kind) };
}

/** The file as an asset of the surface; bytes that it has are not sent. @throws Error in words for people */
async function heldBy(surface: Surface, file: File): Promise<HeldFile> {
  const uploadId = crypto.randomUUID();
  const result = await uploadAsset(surface, file, uploadId, new AbortController().signal);
  const state = useUploads.getState().uploads[uploadId];
  forgetUpload(uploadId);
  if (!result) throw new Error(state?.phase === 'failed' ? state.message : 'The surface did not take it.');
  const { asset } = result;
  return {
    id: asset.id,
    hash: asset.hash,
    name: file.name,
    content_type: file.type,
    size_bytes: file.size,
    url: asset.url,
    url_expires_at: asset.url_expires_at,
  };
}
