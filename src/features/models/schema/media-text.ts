import type { MediaKind, MediaEncoding } from './field';

/** Information about a text that might contain media. `around` has the names and descriptions of its ancestors. */
export interface MediaHints {
  readonly name: string;
  /** Title from the document; empty if it equals the name. */
  readonly title: string;
  readonly description: string;
  readonly format: string;
  readonly contentEncoding: string;
  readonly contentMediaType: string;
  readonly example: string;
  readonly maxLength: number | null;
  /** Nearest first. */
  readonly around: readonly { readonly name: string; readonly description: string }[];
  /** All input modalities of the model from the document; empty if unknown. */
  readonly modalities: readonly string[];
}

export interface MediaGuess {
  readonly media: MediaKind;
  readonly ways: readonly [MediaEncoding, ...MediaEncoding[]];
}

/** Splits a name into words: `inputImageUrl_2` becomes `input image url 2`. */
function textOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

const MEDIA_WORDS: readonly (readonly [MediaKind, RegExp])[] = [
  ['video', /^(?:video|clip|movie)s?$/],
  ['audio', /^(?:audios?|sounds?|music|songs?|speech|voice|wav|mp3)$/],
  ['image', /^(?:image|img|photo|picture|pic|frame|keyframe|mask|portrait|face|selfie|thumbnail|logo|sketche?)s?$/],
  ['file', /^(?:file|document|pdf|mesh|media|attachment|glb|gltf|obj|stl|3d|file3d)s?$/],
];

/** Names that describe the encoding, not the content. */
const CARRIER = /^(?:urls?|uris?|href|src|data|bytes|b64|base64|encoded|json|link)$/;
/** Lists of model inputs. */
const GIVEN = /^(?:inputs?|attachments?|references?|refs?|sources?|assets?|media)$/;
/** Indicates that "model" beside an encoding means a 3D model as input, not the model that runs. */
const MODEL_3D = /\b(?:3-?d|mesh(?:es)?|glb|gltf|fbx|obj|stl|usdz?|texture)\b|\.(?:glb|gltf|fbx|obj|stl|usdz?)\b/i;
/** Words for the role of an input that do not reveal its content. */
const NEUTRAL = /^(?:inputs?|sources?|refs?|references?|start|end|first|last|tail)$/;
/** Nouns that always mean media, even without a description. */
const SURE = /^(?:image|img|photo|picture|frame|mask|video|audio)s?$/;
/** Suffixes of texts about media that are not media: an id, a format, a count. */
const ABOUT =
  /^(?:ids?|format|type|sizes?|ratio|count|num|number|n|mode|style|name|prompt|weight|strength|quality|resolution|caption|text|model|language|code|position|role|settings?|control|duration|level|tags?|key|version|description|title)$/;
/** Destination or form of a result. */
const OUTWARD = /^(?:callback|webhook|storage|output|response|upload|destination)$/;

/** Properties of objects that count or price media are numbers, even as text. */
const COUNTED = /^(?:prices?|pricing|costs?|limits?|usage|counts?|budgets?|rates?)$/;

/** Bytes that a service returned and expects back; users have no such file. */
const OPAQUE = /^(?:signature|hash|digest|checksum|token|key|nonce|cursor)s?$/;

const DATA_URI = /\bdata:|\bdata[- ]ur[il]s?\b/i;
const NO_PREFIX = /\b(?:without|no|not|omit|strip|exclud\w*|remove)\b[^.]{0,50}(?:\bdata:|\bprefix)/i;
const BASE64 = /\bbase-?64\b/i;
const ADDRESS = /\bhttps?\b|\bur[il]s?\b|\blinks?\b/i;
/** The provider's own storage, to which the console cannot upload. */
const FOREIGN_STORE = /\bgs:\/\/|\bs3:\/\/|cloud storage|\bpub\/sub\b/i;

/** Returns the media kind and encoding of a text; `null` if it is not media. */
export function guessMedia(clues: MediaHints): MediaGuess | null {
  const words = textOf(clues.name);
  const carriesBytes = isByteFormat(clues);
  const noun = words.findLast((word) => !/^\d+$/.test(word)) ?? '';
  if (carriesBytes && OPAQUE.test(noun)) return null;
  const isOutward = words.some((word) => OUTWARD.test(word)) || FOREIGN_STORE.test(clues.description);
  if (isOutward && !carriesBytes) return null;
  if (textOf(clues.around[0]?.name ?? '').some((word) => COUNTED.test(word))) return null;
  // "image_prompt: … in base64" is an image nevertheless.
  if (!carriesBytes && ABOUT.test(noun) && !(kindIn(words) !== null && BASE64.test(clues.description))) return null;
  if (clues.maxLength !== null && clues.maxLength < 64) return null;

  const isCarrier = words.length > 0 && words.every((word) => CARRIER.test(word) || /^\d+$/.test(word));
  const own = kindIn(words);
  const around = isCarrier || carriesBytes ? kindAround(clues) : null;
  const media =
    own ?? kindOfMime(clues.contentMediaType) ?? around ?? modelFile(words, clues) ?? (carriesBytes ? 'file' : null);
  const ways = waysOf(clues);
  if (media === null) return isBundle(clues.description) ? { media: 'file', ways: orDefault(ways) } : null;
  const isCarried =
    ways.length > 0 || words.some((word) => CARRIER.test(word)) || /^(?:data:|https?:)/.test(clues.example);
  // "video_length: see https://…" is a length; "image_tail: … in base64" is an image.
  const isNoun = kindIn([noun]) !== null || CARRIER.test(noun) || NEUTRAL.test(noun) || BASE64.test(clues.description);
  // A bare "voice" or "file" is not enough; "image" is if the model accepts images.
  const isExpected = clues.modalities.includes(media) && SURE.test(noun) && words.length <= 3;
  return carriesBytes || (isCarried && isNoun) || isExpected ? { media, ways: orDefault(ways) } : null;
}

/** Recognizes `model_url` of services that texture or convert 3D models, and `url` in a list of inputs of any kind. */
function modelFile(words: readonly string[], { description, around, title }: MediaHints): MediaKind | null {
  const isUrl = words.some((word) => /^(?:urls?|uris?)$/.test(word));
  if (!isUrl) return null;
  if (words.includes('model') && words.every((word) => word === 'model' || word === 'input' || CARRIER.test(word))) {
    return 'file';
  }
  if (MODEL_3D.test(`${title} ${description}`)) return 'file';
  const isBare = words.every((word) => CARRIER.test(word));
  const isGiven = around.slice(0, 2).some(({ name }) => textOf(name).some((word) => GIVEN.test(word)));
  return isBare && isGiven ? 'file' : null;
}

function isByteFormat({ format, contentEncoding }: MediaHints): boolean {
  return ['byte', 'binary', 'base64'].includes(format) || contentEncoding === 'base64';
}

/** "base64 … or URL" always describes content. */
function isBundle(description: string): boolean {
  return BASE64.test(description) && ADDRESS.test(description);
}

/**
 * The last word is the noun: a "video frame" is an image. "File" is the least specific, so any other word takes
 * precedence.
 */
function kindIn(words: readonly string[]): MediaKind | null {
  const kinds = words
    .map((word) => MEDIA_WORDS.find(([, pattern]) => pattern.test(word))?.[0])
    .filter((kind) => kind !== undefined);
  return kinds.findLast((kind) => kind !== 'file') ?? kinds.at(-1) ?? null;
}

const SHOWN = ['image', 'video', 'audio'] as const;

function kindOfMime(type: string): MediaKind | null {
  return SHOWN.find((kind) => type.startsWith(`${kind}/`)) ?? (type.includes('/') ? 'file' : null);
}

/** The parent is more reliable than the description, which often covers all kinds at once. */
function kindAround({ around, description }: MediaHints): MediaKind | null {
  for (const { name } of around) {
    const found = kindIn(textOf(name));
    if (found !== null && found !== 'file') return found;
  }
  const named = SHOWN.filter((kind) => new RegExp(`\\b${kind}s?\\b`, 'i').test(description));
  const [only, ...others] = named;
  if (only && others.length === 0) return only;
  return named.length > 1 || around.some(({ name }) => kindIn(textOf(name)) === 'file') || isBytesName(around)
    ? 'file'
    : null;
}

function isBytesName(around: MediaHints['around']): boolean {
  return around.some(({ name }) => /^(?:inline|file)_?data$/i.test(name));
}

function waysOf(clues: MediaHints): MediaEncoding[] {
  if (isByteFormat(clues) && !DATA_URI.test(clues.description)) return ['base64'];
  const ways = waysIn(clues.description);
  if (ways.length > 0) return ordered(ways, clues);
  if (/^ur[il]/.test(clues.format)) return ['url'];
  const nearest = clues.around.map(({ description }) => waysIn(description)).find((found) => found.length > 0);
  return ordered(nearest ?? [], clues);
}

/** Returns the encodings in the order of the description. */
function waysIn(description: string): MediaEncoding[] {
  const hasPrefix = DATA_URI.test(description) && !NO_PREFIX.test(description);
  const found: (readonly [MediaEncoding, number])[] = [];
  // "data URI" is not a URL, although it contains the word.
  const address = description.replaceAll(/data[- ]ur[il]s?/gi, (text) => ' '.repeat(text.length)).search(ADDRESS);
  if (address >= 0) found.push(['url', address]);
  if (hasPrefix) found.push(['data-uri', description.search(DATA_URI)]);
  else if (BASE64.test(description)) found.push(['base64', description.search(BASE64)]);
  return found.sort((left, right) => left[1] - right[1]).map(([way]) => way);
}

/** Moves the encoding of the example to the front, since the author prefers it. */
function ordered(ways: MediaEncoding[], { example }: MediaHints): MediaEncoding[] {
  const shown: MediaEncoding | null = example.startsWith('data:')
    ? 'data-uri'
    : /^https?:/.test(example)
      ? 'url'
      : null;
  return shown === null ? ways : [shown, ...ways.filter((way) => way !== shown)];
}

function orDefault(ways: readonly MediaEncoding[]): [MediaEncoding, ...MediaEncoding[]] {
  const [preferred = 'url', ...others] = ways.length > 0 ? ways : (['url', 'data-uri'] as const);
  return [preferred, ...others];
}
