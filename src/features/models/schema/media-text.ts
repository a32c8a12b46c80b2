import type { MediaKind, MediaWay } from './field';

/** What can be read about a text that might carry media. `around` are the names and words of what it lies in. */
export interface MediaClues {
  readonly name: string;
  /** What the document calls it; empty if it is the name. */
  readonly title: string;
  readonly description: string;
  readonly format: string;
  readonly contentEncoding: string;
  readonly contentMediaType: string;
  readonly example: string;
  readonly maxLength: number | null;
  /** Nearest first. */
  readonly around: readonly { readonly name: string; readonly description: string }[];
  /** What the model takes at all, as the document says; empty where it does not say. */
  readonly modalities: readonly string[];
}

export interface MediaGuess {
  readonly media: MediaKind;
  readonly ways: readonly [MediaWay, ...MediaWay[]];
}

/** The words of a name: `inputImageUrl_2` is `input image url 2`. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

const WORDS: readonly (readonly [MediaKind, RegExp])[] = [
  ['video', /^(?:video|clip|movie)s?$/],
  ['audio', /^(?:audios?|sounds?|music|songs?|speech|voice|wav|mp3)$/],
  ['image', /^(?:image|img|photo|picture|pic|frame|keyframe|mask|portrait|face|selfie|thumbnail|logo|sketche?)s?$/],
  ['file', /^(?:file|document|pdf|mesh|media|attachment|glb|gltf|obj|stl|3d|file3d)s?$/],
];

/** Names that say how bytes are carried and not what they are. */
const CARRIER = /^(?:urls?|uris?|href|src|data|bytes|b64|base64|encoded|json|link)$/;
/** Lists of what a model is given. */
const GIVEN = /^(?:inputs?|attachments?|references?|refs?|sources?|assets?|media)$/;
/** What "model" means beside a carrier: a 3D model that is given, not the one that runs. */
const MODEL_3D = /\b(?:3-?d|mesh(?:es)?|glb|gltf|fbx|obj|stl|usdz?|texture)\b|\.(?:glb|gltf|fbx|obj|stl|usdz?)\b/i;
/** Words that name a role and leave open what plays it. */
const NEUTRAL = /^(?:inputs?|sources?|refs?|references?|start|end|first|last|tail)$/;
/** Nouns that are nothing but media, even where not a word is said of them. */
const SURE = /^(?:image|img|photo|picture|frame|mask|video|audio)s?$/;
/** What a text about media ends with that is no media: an id, a format, a number of them. */
const ABOUT =
  /^(?:ids?|format|type|sizes?|ratio|count|num|number|n|mode|style|name|prompt|weight|strength|quality|resolution|caption|text|model|language|code|position|role|settings?|control|duration|level|tags?|key|version|description|title)$/;
/** Where a result goes, or how it comes. */
const OUTWARD = /^(?:callback|webhook|storage|output|response|upload|destination)$/;

/** Members of an object that counts or prices media are numbers, also as text. */
const COUNTED = /^(?:prices?|pricing|costs?|limits?|usage|counts?|budgets?|rates?)$/;

/** Bytes that a service gave and wants back: nobody has them as a file. */
const OPAQUE = /^(?:signature|hash|digest|checksum|token|key|nonce|cursor)s?$/;

const DATA_URI = /\bdata:|\bdata[- ]ur[il]s?\b/i;
const NO_PREFIX = /\b(?:without|no|not|omit|strip|exclud\w*|remove)\b[^.]{0,50}(?:\bdata:|\bprefix)/i;
const BASE64 = /\bbase-?64\b/i;
const ADDRESS = /\bhttps?\b|\bur[il]s?\b|\blinks?\b/i;
/** Storage of the provider itself, to which no console can upload. */
const FOREIGN_STORE = /\bgs:\/\/|\bs3:\/\/|cloud storage|\bpub\/sub\b/i;

/** Whether a text is a place for media, and if so for what and in which form. Null where it is not. */
export function guessMedia(clues: MediaClues): MediaGuess | null {
  const words = wordsOf(clues.name);
  const carriesBytes = isByteFormat(clues);
  const noun = words.findLast((word) => !/^\d+$/.test(word)) ?? '';
  if (carriesBytes && OPAQUE.test(noun)) return null;
  const isOutward = words.some((word) => OUTWARD.test(word)) || FOREIGN_STORE.test(clues.description);
  if (isOutward && !carriesBytes) return null;
  if (wordsOf(clues.around[0]?.name ?? '').some((word) => COUNTED.test(word))) return null;
  // "image_prompt: … in base64" is an image all the same.
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
  // A bare "voice" or "file" proves nothing; "image" does where the model takes images.
  const isExpected = clues.modalities.includes(media) && SURE.test(noun) && words.length <= 3;
  return carriesBytes || (isCarried && isNoun) || isExpected ? { media, ways: orDefault(ways) } : null;
}

/** `model_url` of a service that textures or converts 3D models; `url` in a list of inputs, of whatever kind. */
function modelFile(words: readonly string[], { description, around, title }: MediaClues): MediaKind | null {
  const isAddress = words.some((word) => /^(?:urls?|uris?)$/.test(word));
  if (!isAddress) return null;
  if (words.includes('model') && words.every((word) => word === 'model' || word === 'input' || CARRIER.test(word))) {
    return 'file';
  }
  if (MODEL_3D.test(`${title} ${description}`)) return 'file';
  const isBare = words.every((word) => CARRIER.test(word));
  const isGiven = around.slice(0, 2).some(({ name }) => wordsOf(name).some((word) => GIVEN.test(word)));
  return isBare && isGiven ? 'file' : null;
}

function isByteFormat({ format, contentEncoding }: MediaClues): boolean {
  return ['byte', 'binary', 'base64'].includes(format) || contentEncoding === 'base64';
}

/** "base64 … or URL" is said of nothing but content. */
function isBundle(description: string): boolean {
  return BASE64.test(description) && ADDRESS.test(description);
}

/** The last word is the noun: a "video frame" is an image. "File" says least, and gives way to any other. */
function kindIn(words: readonly string[]): MediaKind | null {
  const kinds = words
    .map((word) => WORDS.find(([, pattern]) => pattern.test(word))?.[0])
    .filter((kind) => kind !== undefined);
  return kinds.findLast((kind) => kind !== 'file') ?? kinds.at(-1) ?? null;
}

function kindOfMime(type: string): MediaKind | null {
  const found = /^(image|video|audio)\//.exec(type)?.[1];
  if (found) return found as MediaKind;
  return type.includes('/') ? 'file' : null;
}

/** The parent tells more than the sentence beside it, which often speaks of all kinds at once. */
function kindAround({ around, description }: MediaClues): MediaKind | null {
  for (const { name } of around) {
    const found = kindIn(wordsOf(name));
    if (found !== null && found !== 'file') return found;
  }
  const named = new Set(
    ['image', 'video', 'audio'].filter((kind) => new RegExp(`\\b${kind}s?\\b`, 'i').test(description)),
  );
  if (named.size === 1) return [...named][0] as MediaKind;
  return named.size > 1 || around.some(({ name }) => kindIn(wordsOf(name)) === 'file') || isBytesName(around)
    ? 'file'
    : null;
}

function isBytesName(around: MediaClues['around']): boolean {
  return around.some(({ name }) => /^(?:inline|file)_?data$/i.test(name));
}

function waysOf(clues: MediaClues): MediaWay[] {
  if (isByteFormat(clues) && !DATA_URI.test(clues.description)) return ['base64'];
  const ways = waysIn(clues.description);
  if (ways.length > 0) return ordered(ways, clues);
  if (/^ur[il]/.test(clues.format)) return ['url'];
  const nearest = clues.around.map(({ description }) => waysIn(description)).find((found) => found.length > 0);
  return ordered(nearest ?? [], clues);
}

/** In the order in which the sentence names them. */
function waysIn(description: string): MediaWay[] {
  const hasPrefix = DATA_URI.test(description) && !NO_PREFIX.test(description);
  const found: (readonly [MediaWay, number])[] = [];
  // "data URI" is no address, though it holds the word.
  const address = description.replaceAll(/data[- ]ur[il]s?/gi, (words) => ' '.repeat(words.length)).search(ADDRESS);
  if (address >= 0) found.push(['url', address]);
  if (hasPrefix) found.push(['data-uri', description.search(DATA_URI)]);
  else if (BASE64.test(description)) found.push(['base64', description.search(BASE64)]);
  return found.sort((left, right) => left[1] - right[1]).map(([way]) => way);
}

/** What an example shows is what the author would send. */
function ordered(ways: MediaWay[], { example }: MediaClues): MediaWay[] {
  const shown: MediaWay | null = example.startsWith('data:') ? 'data-uri' : /^https?:/.test(example) ? 'url' : null;
  return shown === null ? ways : [shown, ...ways.filter((way) => way !== shown)];
}

function orDefault(ways: readonly MediaWay[]): [MediaWay, ...MediaWay[]] {
  const [preferred = 'url', ...others] = ways.length > 0 ? ways : (['url', 'data-uri'] as const);
  return [preferred, ...others];
}
