import { msg, t, type Message } from '@/lib/i18n/messages';

const TEXTS: Readonly<Record<string, Message>> = {
  image: msg('image'),
  video: msg('video'),
  audio: msg('audio'),
  text: msg('text'),
  '3d': msg('3D'),
};

/** Names what a model makes; unknown modalities as its schema document does. */
export function modalityText(modality: string): string {
  const text = Object.hasOwn(TEXTS, modality) ? TEXTS[modality] : undefined;
  return text === undefined ? modality : t(text);
}
