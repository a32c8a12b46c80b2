import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { uploadAsset } from '@/domains/assets/asset-upload';
import { contentTypeOf } from '@/lib/files/file-type';
import { forgetUpload, useUploads } from '@/domains/assets/uploads-store';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { messageOf } from '@/lib/message-of';
import { handOver } from '@/shared/dialog-requests/hand-overs';
import { dropTakers, whenLibrary } from '@/shared/drop/drop-target';
import { inputMedia } from '@/shared/dialog-requests/input-request';
import { runAction } from '@/shared/feedback/action';
import { openDialog } from '@/shared/dialog-requests/dialogs';
import type { DropOffer } from './import-report';

interface OfferContext {
  router: AnyRouter;
  queryClient: QueryClient;
  surface: Surface;
  /** Opens workflow files together with these. */
  openWith: (workflows: readonly File[]) => void;
}

/** Text files are either workflows or not; the error message says what to do. */
const TEXT_FILE = /\.(?:json|ndjson|csv|txt)$/i;

/**
 * Returns what other pages can do with files that the current page cannot use. Each offer opens the page with the
 * files.
 */
export function dropOffers(files: readonly File[], context: OfferContext): DropOffer[] {
  const usable = files.filter((file) => !TEXT_FILE.test(file.name) && file.size > 0);
  const [only] = usable;
  if (!only) return [];
  const upload: DropOffer = {
    label:
      usable.length === 1
        ? t('Upload to the gallery')
        : t('Upload {count} files to the gallery', { count: usable.length }),
    run: () => uploadToAssets(usable, context),
  };
  const media = inputMedia(contentTypeOf(only));
  if (usable.length > 1) {
    const isInput = usable.every((file) => inputMedia(contentTypeOf(file)) !== null);
    const choose = { label: t('Use as inputs of a workflow file'), run: () => chooseWorkflow(context.openWith) };
    return isInput ? [choose, upload] : [upload];
  }
  if (media === null) return [upload];
  return [
    {
      label: t('Use in a workflow…'),
      run: () =>
        void withUpload(only, context, (asset) => {
          const { id, hash, content_type, size_bytes, url, url_expires_at } = asset;
          const file = { id, hash, name: only.name, content_type, size_bytes, url, url_expires_at };
          openDialog('input', { surface: context.surface, file, media });
        }),
    },
    {
      label: t('Use with a model…'),
      run: () =>
        void withUpload(only, context, (asset) => {
          handOver('mediaFile', { surfaceId: context.surface.id, asset, name: only.name, media });
          void context.router.navigate({ to: '/$surface/models', params: { surface: context.surface.id } });
        }),
    },
    upload,
  ];
}

function chooseWorkflow(open: (workflows: readonly File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,application/json';
  input.addEventListener('change', () => open([...(input.files ?? [])]));
  input.click();
}

function uploadToAssets(files: readonly File[], { router, surface }: OfferContext): void {
  const isOpen = dropTakers().library !== null;
  // Assets registers its library once its code is loaded.
  whenLibrary((library) => library.upload(files));
  if (isOpen) return;
  void router.navigate({ to: '/$surface/assets', params: { surface: surface.id } });
}

type Uploaded = NonNullable<Awaited<ReturnType<typeof uploadAsset>>>['asset'];

async function withUpload(
  file: File,
  { queryClient, surface }: OfferContext,
  next: (asset: Uploaded) => void,
): Promise<void> {
  const uploadId = crypto.randomUUID();
  const stop = new AbortController();
  await runAction({
    pending: {
      title: t('Uploading {name}…', { name: file.name }),
      action: { label: t('Cancel'), onSelect: () => stop.abort() },
    },
    async run() {
      const result = await uploadAsset(surface, file, uploadId, stop.signal);
      const state = useUploads.getState().uploads[uploadId];
      forgetUpload(uploadId);
      if (result) next(result.asset);
      else if (state?.phase === 'failed') throw new Error(state.message);
    },
    failed: (error) => ({ title: t('Could not upload {name}', { name: file.name }), description: messageOf(error) }),
    stale: [queryClient, surface, 'createAsset'],
  });
}
