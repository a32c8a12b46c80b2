import { outputKind, type OutputKind } from '@/shared/output-kind';
import type { OutputMedia } from './output-media';
import { extensionOf, nearestName, typeOfName } from './media-keys';

/** How a file of an answer is shown. `image/*` says enough for a picture, a type that is missing says nothing. */
export function mediaKind(contentType: string): OutputKind {
  const whole = contentType === 'image/*' ? 'image/png' : contentType;
  return outputKind({ content_type: whole, name: '', type: '' });
}

/** What it is saved as: the name in its address where that has an ending, else one made of the model; browsers add ends. */
export function mediaName(media: OutputMedia, modelId: string, contentType: string): string {
  if (media.source.kind === 'link') {
    const last = decodedName(new URL(media.source.url).pathname.split('/').at(-1) ?? '');
    if (typeOfName(last) !== '') return last;
  }
  const indexes = media.path.filter((part) => typeof part === 'number').map((index) => `-${index + 1}`);
  const model = modelId.split('/').at(-1) ?? modelId;
  const end = contentType.endsWith('/*') ? '' : `.${extensionOf(contentType)}`;
  return `${model}${media.isExtra ? `-${nearestName(media.path)}` : ''}${indexes.join('')}${end}`;
}

// oxlint-disable-next-line no-control-regex -- exactly these are taken out
const UNFIT = /[/\\\u0000-\u001f]/g;

/** Whatever an address holds, a file name has no folders, no control characters and an end. */
function decodedName(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll(UNFIT, '_').slice(-120);
  } catch {
    return part.slice(-120);
  }
}

const WORDS: Readonly<Record<OutputKind, string>> = {
  picture: 'Picture',
  video: 'Film',
  audio: 'Sound',
  text: 'Text',
  json: 'JSON',
  source: 'Source',
  latent: 'File',
  scene: '3D file',
  download: 'File',
};

/** Such as `Picture`, or `3D file` for what this page cannot draw. */
export function mediaWord(contentType: string): string {
  return contentType.startsWith('model/') ? '3D file' : WORDS[mediaKind(contentType)];
}
