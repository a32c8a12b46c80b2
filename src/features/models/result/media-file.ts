import { msg, t, type Message } from '@/lib/i18n/messages';
import { outputKind, type OutputKind } from '@/shared/files/output-kind';
import type { OutputMedia } from './parse/output-media';
import { extensionOf, nearestName, typeOfName } from './parse/media-keys';

/** Returns how to show a file of a response. `image/*` is specific enough for an image; a missing type is not. */
export function mediaKind(contentType: string): OutputKind {
  const whole = contentType === 'image/*' ? 'image/png' : contentType;
  return outputKind({ content_type: whole, name: '', type: '' });
}

/**
 * Returns the file name for saving: the name in its URL if that has an extension, otherwise one derived from the model;
 * browsers add extensions.
 */
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

/** Removes folders and control characters from a file name, and limits its length. */
function decodedName(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll(UNFIT, '_').slice(-120);
  } catch {
    return part.slice(-120);
  }
}

const LABELS: Readonly<Record<OutputKind, Message>> = {
  image: msg('Image'),
  video: msg('Video'),
  audio: msg('Audio'),
  text: msg('Text'),
  json: msg('JSON'),
  source: msg('Source'),
  latent: msg('File'),
  scene: msg('3D file'),
  download: msg('File'),
};

/** For example `Image`, or `3D file` if this page cannot render it. */
export function mediaWord(contentType: string): string {
  return t(LABELS[shownKind(contentType)]);
}

function shownKind(contentType: string): OutputKind {
  return contentType.startsWith('model/') ? 'scene' : mediaKind(contentType);
}
