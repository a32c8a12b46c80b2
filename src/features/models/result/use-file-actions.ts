import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { RESULT_TAG, type Asset } from '@contract/jobs/schemas';
import { markFiles, type FileMark, type MarkChange } from '@/domains/annotations/file-marks';
import { MAX_RATING, type Rating } from '@/domains/annotations/job-annotation';
import { uploadAsset } from '@/domains/assets/asset-upload';
import { forgetUpload, useUploads } from '@/domains/assets/uploads-store';
import { fetchResult, resultHolder } from '@/domains/models/fetch-result';
import { rememberSavedResult } from '@/domains/models/saved-results';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { reportUnsaved } from '@/shared/annotations/report-unsaved';
import type { OfferedAction } from '@/shared/commands/action-table';
import { handOver } from '@/shared/dialog-requests/hand-overs';
import { inputMedia, type HeldFile } from '@/shared/dialog-requests/input-request';
import { announce } from '@/shared/feedback/announce';
import { useAction } from '@/shared/feedback/use-action';
import { messageOf } from '@/lib/message-of';
import { openDialog } from '@/shared/dialog-requests/dialogs';
import { fileOffer, type FileActionId } from './file-actions';
import { useFileMark } from './file-mark';
import type { OutputMedia } from './parse/output-media';
import { mediaName } from './media-file';
import { heldFileQuery, keptFileQuery, useMediaFile } from './use-result-file';

interface FilePlace {
  surface: Surface;
  modelId: string;
  media: OutputMedia;
  /** Called after the file was staged for another model, to open the model catalog. */
  onFileStaged: () => void;
}

export interface FileActions {
  mark: FileMark;
  rate: (rating: Rating | 0) => void;
  actionOf: (id: FileActionId) => OfferedAction & { isBusy: boolean };
}

type Work = Exclude<FileActionId, 'star'> | MarkChange;

/**
 * Actions on a file of a response. All of them first keep the file in the gallery, since its URL may expire any time; its star and its
 * rating are those of the file there, as the gallery shows them.
 */
export function useFileActions({ surface, modelId, media, onFileStaged }: FilePlace): FileActions {
  const client = useQueryClient();
  const holder = resultHolder(surface);
  const { contentType, asset: held } = useMediaFile(surface, media);
  const mark = useFileMark(surface, media);
  const { run, input: busy = null } = useAction({
    async run(work: Work) {
      const asset = await assetOf(client, surface, holder, modelId, media);
      if (typeof work === 'object') {
        reportUnsaved(await markFiles(client, holder.id, [asset.id], work));
        announce(markText(work));
        return null;
      }
      const file = heldFile(asset, mediaName(media, modelId, asset.content_type));
      const accepts = inputMedia(file.content_type);
      if (work === 'keep') return file;
      if (accepts === null) throw new Error(t('No input accepts this file type.'));
      if (work === 'workflow') openDialog('input', { surface: holder, file, media: accepts });
      else {
        handOver('mediaFile', { surfaceId: holder.id, asset, name: file.name, media: accepts });
        onFileStaged();
      }
      return null;
    },
    done: (saved) => saved && { isOfPage: true, title: t('{name} is kept in the gallery', { name: saved.name }) },
    failed: (error, work) => ({
      isOfPage: true,
      title:
        work === 'workflow' || work === 'model'
          ? t('The file could not be passed on')
          : t('The file could not be kept'),
      description: messageOf(error, t('Its bytes could not be read.')),
    }),
    stale: [client, holder, 'createAsset'],
  });
  const start = (work: Work) => void (busy === null ? run(work) : undefined);
  const { isStarred } = mark;
  const facts = {
    isStarred,
    isKept: held !== null && !held.expires_at,
    isInput: inputMedia(contentType) !== null,
  };
  return {
    mark,
    rate: (rating) => (rating === mark.rating ? undefined : start({ rating })),
    actionOf: (id) => ({
      ...fileOffer(id, facts),
      isBusy: id === 'star' ? typeof busy === 'object' && busy !== null : busy === id,
      run: () => start(id === 'star' ? { isStarred: !isStarred } : id),
    }),
  };
}

function markText({ isStarred, rating }: MarkChange): string {
  if (rating === undefined) return isStarred ? t('Starred') : t('Star removed');
  return rating === 0 ? t('Rating cleared') : t('Rated {rating} of {most}', { rating, most: MAX_RATING });
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
    rememberSavedResult(id, asset.id);
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
