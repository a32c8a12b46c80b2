import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { storeRunThumbnail, readRunThumbnail } from '@/domains/model-calls/run-thumbnails';
import { routerOriginOf, type Surface } from '@/api/surface';
import { createObjectUrl } from '@/lib/files/object-url';
import { makeThumbnail } from '@/shared/files/make-thumbnail';
import type { OutputKind } from '@/shared/files/output-kind';
import type { OutputMedia } from './parse/output-media';
import { linkExpiry } from './link-expiry';
import { mediaKind } from './media-file';
import { readResponseQuery, runResultQuery } from './result-queries';
import { heldUrl, mediaBytes } from './use-result-file';

export interface RunThumbnail {
  image: Blob | null;
  /** Start of the text that the model wrote, if there is no file. */
  text?: string;
  /** Kind of the output, for an icon if there is no thumbnail. */
  kind: OutputKind;
}

/** As much as a card shows. */
const MAX_TEXT_CHARS = 400;

/** Queue that creates thumbnails one at a time, since each reads a response that may be large. */
let line: Promise<unknown> = Promise.resolve();

/** Thumbnail of the output of a run, created once and stored with the run. */
export function runThumbnailQuery(surface: Surface, run: RunRecord) {
  return queryOptions({
    queryKey: [surface.id, 'device.run-thumbnail', run.id],
    queryFn: ({ client }): Promise<RunThumbnail> => {
      const made = line.then(() => thumbnailOf(client, surface, run));
      line = made.catch(() => {});
      return made;
    },
    enabled: run.state.name === 'done',
    staleTime: Infinity,
    retry: false,
  });
}

async function thumbnailOf(client: QueryClient, surface: Surface, run: RunRecord): Promise<RunThumbnail> {
  const kept = await readRunThumbnail(run.id);
  if (kept) return { image: kept, kind: 'image' };
  if (run.state.name !== 'done') return { image: null, kind: 'download' };
  const { contentType, receivedAt } = run.state.answer;
  const file = await client.fetchQuery(runResultQuery(run));
  if (!file) return { image: null, kind: 'download' };
  const { media, texts } = await client.fetchQuery(readResponseQuery(run, file, contentType));
  const first = media.find((item) => mediaKind(item.contentType) === 'image') ?? media[0];
  if (!first) {
    const written = texts.find(({ isReasoning }) => !isReasoning)?.text.slice(0, MAX_TEXT_CHARS);
    return written ? { image: null, kind: 'text', text: plainText(written) } : { image: null, kind: 'json' };
  }
  const kind = mediaKind(first.contentType);
  if (hasFinished(first, run.modelId, receivedAt, surface)) return { image: null, kind };
  const image = await smallImage(client, surface, first, kind);
  if (image) await storeRunThumbnail(run.id, image);
  return { image, kind };
}

/** Text without the most common marks of Markdown, in one paragraph. */
function plainText(text: string): string {
  return text
    .replaceAll(/^ {0,3}(?:#{1,6}|>|[-*+]|```\w*)(?: |$)/gm, '')
    .replaceAll(/\[([^[\]\n]+)\]\([^\s()]+\)/g, '$1')
    .replaceAll(/\*\*|__|`|\*(?=\S)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

async function smallImage(
  client: QueryClient,
  surface: Surface,
  media: OutputMedia,
  kind: OutputKind,
): Promise<Blob | null> {
  if (kind === 'image') {
    const bytes = await mediaBytes(client, surface, media);
    return (await makeThumbnail(new File([bytes], 'image', { type: bytes.type }))).thumbnail;
  }
  if (kind !== 'video') return null;
  // By URL, so that one frame does not load the whole video.
  if (media.source.kind === 'link') return videoPoster(await heldUrl(client, surface, media));
  const url = createObjectUrl(media.source.blob);
  const poster = await videoPoster(url);
  URL.revokeObjectURL(url);
  return poster;
}

/** An expired URL is not fetched again for a thumbnail. */
function hasFinished(
  { source, path, contentType }: OutputMedia,
  modelId: string,
  receivedAt: number,
  surface: Surface,
) {
  if (source.kind === 'bytes') return false;
  const routerOrigin = routerOriginOf(surface);
  const end = linkExpiry({ url: source.url, path, modelId, contentType, receivedAt, routerOrigin });
  return end.kind === 'stated' && end.at < Date.now();
}

/** Twice the displayed size, like the thumbnails of images. */
const POSTER_MAX_SIDE = 480;
/** Position in the video: many videos begin with a black frame. */
const POSTER_AT_SECONDS = 0.5;
const POSTER_LIMIT_MS = 15_000;

/**
 * Renders a frame of a video as a thumbnail; resolves to `null` if this browser cannot play the video. Never rejects.
 * @param url a same-origin or blob URL, whose pixels this page may read
 */
async function videoPoster(url: string): Promise<Blob | null> {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  try {
    const isThere = happened(video, 'loadeddata');
    video.src = url;
    await isThere;
    const isAt = happened(video, 'seeked');
    video.currentTime = Math.min(POSTER_AT_SECONDS, Number.isFinite(video.duration) ? video.duration / 2 : 0);
    await isAt;
    return await frameOf(video);
  } catch {
    return null;
  } finally {
    // Otherwise the video would continue to load.
    video.removeAttribute('src');
    video.load();
  }
}

function happened(video: HTMLVideoElement, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('It takes too long')), POSTER_LIMIT_MS);
    const end = (act: () => void) => () => {
      clearTimeout(timer);
      act();
    };
    video.addEventListener(event, end(resolve), { once: true });
    video.addEventListener(
      'error',
      end(() => reject(new Error('It does not play'))),
      { once: true },
    );
  });
}

async function frameOf(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth: width, videoHeight: height } = video;
  const scale = Math.min(1, POSTER_MAX_SIDE / Math.max(width, height, 1));
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const context = canvas.getContext('2d');
  if (!context || width === 0) return null;
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
}
