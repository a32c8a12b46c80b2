import type { Output } from '@contract/jobs/schemas';
import { isPicture } from '@/api/jobs/thumbnail-url';

/**
 * How an output is shown: by content type first, then by name, then by the declared type. Nothing that could run as a
 * page (SVG, HTML, PDF) is ever shown as one: it is a download.
 */
export type OutputKind = 'picture' | 'video' | 'audio' | 'text' | 'download';

const TEXT_TYPES =
  /^(?:text\/(?:plain|csv|markdown)|application\/(?:json|x-ndjson|yaml|x-yaml|toml)|[\w.+-]+\/[\w.+-]+\+json)$/;
const INERT =
  /^(?:text\/html|application\/(?:xhtml\+xml|pdf|javascript|xml)|text\/(?:xml|javascript|css)|image\/svg\+xml)$/;

const KIND_OF_NAME: readonly (readonly [RegExp, OutputKind])[] = [
  [/\.(?:svg|html?|xhtml|pdf|xml|js|mjs|css)$/i, 'download'],
  [/\.(?:png|jpe?g|webp|gif|avif|bmp)$/i, 'picture'],
  [/\.(?:mp4|webm|mov|m4v)$/i, 'video'],
  [/\.(?:mp3|wav|flac|ogg|opus|m4a)$/i, 'audio'],
  [/\.(?:txt|json|csv|md|ya?ml|log)$/i, 'text'],
];

/** Media types that say nothing about the bytes. */
const VAGUE = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

export function outputKind(output: Pick<Output, 'content_type' | 'name' | 'type'>): OutputKind {
  const mediaType = (output.content_type.split(';')[0] ?? '').trim().toLowerCase();
  if (INERT.test(mediaType)) return 'download';
  if (isPicture(output)) return 'picture';
  if (mediaType.startsWith('video/')) return 'video';
  if (mediaType.startsWith('audio/')) return 'audio';
  if (TEXT_TYPES.test(mediaType)) return 'text';
  if (!VAGUE.has(mediaType)) return 'download';
  const byName = KIND_OF_NAME.find(([pattern]) => pattern.test(output.name));
  if (byName) return byName[1];
  return KIND_OF_TYPE[output.type] ?? 'download';
}

const KIND_OF_TYPE: Readonly<Record<string, OutputKind>> = {
  image: 'picture',
  video: 'video',
  audio: 'audio',
  text: 'text',
};
