import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Asset } from '@contract/jobs/schemas';
import { uploadAsset } from '@/domains/assets/asset-upload';
import { forgetUpload, useUploads } from '@/domains/assets/uploads-store';
import { fetchResult, resultHolder } from '@/domains/models/fetch-result';
import { operationKey, type Surface } from '@/api/surface';
import { stageFile } from '@/shared/dialog-requests/staged-file';
import { openInputDialog, inputMedia, type HeldFile } from '@/shared/dialog-requests/input-request';
import { showToast } from '@/shared/feedback/toasts';
import type { OutputMedia } from './parse/output-media';
import { mediaName } from './media-file';
import { heldFileQuery } from './use-result-file';

export type MediaAction = 'save' | 'workflow' | 'model';

export interface MediaActions {
  surface: Surface;
  modelId: string;
  media: OutputMedia;
  /** Called after the file was staged for another model, to open the model catalog. */
  onFileStaged: () => void;
}

/** Actions for a file of a response. All of them first save the file, since its URL may expire any time. */
export function useMediaActions({ surface, modelId, media, onFileStaged }: MediaActions) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<MediaAction | null>(null);

  const act = async (kind: MediaAction) => {
    if (busy !== null) return;
    setBusy(kind);
    try {
      const holder = resultHolder(surface);
      const asset = await assetOf(client, surface, holder, modelId, media);
      const file = heldFile(asset, mediaName(media, modelId, asset.content_type));
      await client.invalidateQueries({ queryKey: operationKey(holder, 'console.assets') });
      const input = inputMedia(file.content_type);
      if (kind === 'save') showToast({ tone: 'ok', isOfPage: true, title: `${file.name} is saved in Assets` });
      else if (input === null) throw new Error('No input accepts this file type.');
      else if (kind === 'workflow') openInputDialog({ surface: holder, file, media: input });
      else {
        stageFile({ surfaceId: holder.id, asset, name: file.name, media: input });
        onFileStaged();
      }
    } catch (error) {
      showToast({
        tone: 'bad',
        isOfPage: true,
        title: kind === 'save' ? 'The file could not be kept' : 'The file could not be passed on',
        description: error instanceof Error ? error.message : 'Its bytes could not be read.',
      });
    } finally {
      setBusy(null);
    }
  };
  return { busy, act: (kind: MediaAction) => void act(kind) };
}

/** The file as stored on the surface; does not send bytes that it has. @throws Error with a human-readable message */
async function assetOf(
  client: QueryClient,
  surface: Surface,
  holder: Surface,
  modelId: string,
  media: OutputMedia,
): Promise<Asset> {
  const { id, source, contentType } = media;
  if (source.kind === 'link') {
    const request = { mediaId: id, link: source.url, forGood: true };
    const asset = await fetchResult(surface, request, new AbortController().signal);
    client.setQueryData(heldFileQuery(surface, media).queryKey, asset);
    return asset;
  }
  return uploaded(holder, new File([source.blob], mediaName(media, modelId, contentType), source.blob));
}

function heldFile(asset: Asset, name: string): HeldFile {
  const { id, hash, content_type, size_bytes, url, url_expires_at } = asset;
  return { id, hash, name: asset.file_path ?? name, content_type, size_bytes, url, url_expires_at };
}

async function uploaded(surface: Surface, file: File): Promise<Asset> {
  const uploadId = crypto.randomUUID();
  const result = await uploadAsset(surface, file, uploadId, new AbortController().signal);
  const state = useUploads.getState().uploads[uploadId];
  forgetUpload(uploadId);
  if (!result) throw new Error(state?.phase === 'failed' ? state.message : 'The server rejected the file.');
  return result.asset;
}
