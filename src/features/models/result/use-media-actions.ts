import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { RESULT_TAG, type Asset } from '@contract/jobs/schemas';
import { uploadAsset } from '@/domains/assets/asset-upload';
import { forgetUpload, useUploads } from '@/domains/assets/uploads-store';
import { fetchResult, resultHolder } from '@/domains/models/fetch-result';
import { rememberSavedResult } from '@/domains/models/saved-results';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { handOver } from '@/shared/dialog-requests/hand-overs';
import { inputMedia, type HeldFile } from '@/shared/dialog-requests/input-request';
import { useAction } from '@/shared/feedback/use-action';
import { messageOf } from '@/lib/message-of';
import { openDialog } from '@/shared/dialog-requests/dialogs';
import type { OutputMedia } from './parse/output-media';
import { mediaName } from './media-file';
import { heldFileQuery, keptFileQuery } from './use-result-file';

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
  const holder = resultHolder(surface);
  const { run, input } = useAction({
    async run(kind: MediaAction) {
      const asset = await assetOf(client, surface, holder, modelId, media);
      const file = heldFile(asset, mediaName(media, modelId, asset.content_type));
      const accepts = inputMedia(file.content_type);
      if (kind === 'save') return file;
      if (accepts === null) throw new Error(t('No input accepts this file type.'));
      if (kind === 'workflow') openDialog('input', { surface: holder, file, media: accepts });
      else {
        handOver('mediaFile', { surfaceId: holder.id, asset, name: file.name, media: accepts });
        onFileStaged();
      }
      return null;
    },
    done: (saved) => saved && { isOfPage: true, title: t('{name} is kept in Assets', { name: saved.name }) },
    failed: (error, kind) => ({
      isOfPage: true,
      title: kind === 'save' ? t('The file could not be kept') : t('The file could not be passed on'),
      description: messageOf(error, t('Its bytes could not be read.')),
    }),
    stale: [client, holder, 'createAsset'],
  });
  const busy = input ?? null;
  return { busy, act: (kind: MediaAction) => void (busy === null ? run(kind) : undefined) };
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
  const asset = await uploaded(holder, new File([source.blob], mediaName(media, modelId, contentType), source.blob));
  client.setQueryData(keptFileQuery(surface, media).queryKey, asset);
  rememberSavedResult(id, asset.id);
  return asset;
}

function heldFile(asset: Asset, name: string): HeldFile {
  const { id, hash, content_type, size_bytes, url, url_expires_at } = asset;
  return { id, hash, name: asset.file_path ?? name, content_type, size_bytes, url, url_expires_at };
}

async function uploaded(surface: Surface, file: File): Promise<Asset> {
  const uploadId = crypto.randomUUID();
  const result = await uploadAsset(surface, file, uploadId, new AbortController().signal, [RESULT_TAG]);
  const state = useUploads.getState().uploads[uploadId];
  forgetUpload(uploadId);
  if (!result) throw new Error(state?.phase === 'failed' ? state.message : t('The server rejected the file.'));
  return result.asset;
}
