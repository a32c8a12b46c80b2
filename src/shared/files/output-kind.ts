import type { Output } from '@contract/jobs/schemas';
import { isImage } from '@/domains/jobs/thumbnail-url';

/**
 * How an output is shown: by content type first, then by name, then by the declared type. What could run as a page (SVG,
 * HTML, scripts) is `source`: shown as text, never as a page. A type without a viewer is a `download`.
 */
export type OutputKind = 'image' | 'video' | 'audio' | 'text' | 'json' | 'source' | 'latent' | 'scene' | 'download';

/** Returns true for kinds that an HTML element loads itself, without a credential. */
export function isMedia(kind: OutputKind): boolean {
  return kind === 'image' || kind === 'video' || kind === 'audio';
}

const JSON_TYPE = /^(?:application\/json|[\w.+-]+\/[\w.+-]+\+json)$/;
/** 3D files that have a viewer. */
const SCENE_TYPE = /^model\/(?:gltf|obj$|stl$|ply$|fbx$|vnd\.usd)/;
const TEXT_TYPE = /^(?:text\/(?:plain|csv|markdown)|application\/(?:x-ndjson|yaml|x-yaml|toml))$/;
const SOURCE_TYPE =
  /^(?:text\/(?:html|xml|javascript|css)|application\/(?:xhtml\+xml|javascript|xml)|image\/svg\+xml)$/;

const KIND_OF_NAME: readonly (readonly [RegExp, OutputKind])[] = [
  [/\.(?:svg|html?|xhtml|xml|js|mjs|css)$/i, 'source'],
  [/\.(?:png|jpe?g|webp|gif|avif|bmp)$/i, 'image'],
  [/\.(?:mp4|webm|mov|m4v)$/i, 'video'],
  [/\.(?:mp3|wav|flac|ogg|opus|m4a)$/i, 'audio'],
  [/\.json$/i, 'json'],
  [/\.(?:txt|csv|md|ya?ml|log|jsonl|ndjson)$/i, 'text'],
  [/\.(?:latent|safetensors)$/i, 'latent'],
  [/\.(?:glb|gltf|obj|stl|ply|fbx|usd[acz]?)$/i, 'scene'],
  [/\.pdf$/i, 'download'],
];

/** Generic media types. */
const VAGUE = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

export function outputKind(output: Pick<Output, 'content_type' | 'name' | 'type'>): OutputKind {
  const mediaType = (output.content_type.split(';')[0] ?? '').trim().toLowerCase();
  if (SOURCE_TYPE.test(mediaType)) return 'source';
  if (isImage(output)) return 'image';
  if (mediaType.startsWith('video/')) return 'video';
  if (mediaType.startsWith('audio/')) return 'audio';
  if (SCENE_TYPE.test(mediaType)) return 'scene';
  if (JSON_TYPE.test(mediaType)) return 'json';
  if (TEXT_TYPE.test(mediaType)) return 'text';
  if (!VAGUE.has(mediaType)) return 'download';
  const byName = KIND_OF_NAME.find(([pattern]) => pattern.test(output.name));
  if (byName) return byName[1];
  return KIND_OF_TYPE[output.type] ?? 'download';
}

const KIND_OF_TYPE: Readonly<Record<string, OutputKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  text: 'text',
  latent: 'latent',
};

/** Returns the first image, else the first output of any kind. */
export function firstShowable(outputs: readonly Output[] | undefined): Output | null {
  return outputs?.find((output) => outputKind(output) === 'image') ?? outputs?.[0] ?? null;
}
