import { fetchContent } from '@/api/fetch-content';
import type { Surface } from '@/api/surface';
import { mediaDetails } from './media-value';

/** Returns the file behind a value of an image input. @throws Error with a message for the user */
export async function readValue(value: string, surface: Surface, signal: AbortSignal): Promise<Blob> {
  const { way, contentType } = mediaDetails(value);
  if (way !== 'url') return fromBase64(value.slice(way === 'base64' ? 0 : value.indexOf(',') + 1), contentType);
  const response = await fetchContent(surface, value, { signal }).catch(() => null);
  signal.throwIfAborted();
  if (response?.ok) return response.blob();
  await response?.body?.cancel();
  throw new Error('The image could not be loaded from its URL. Download it, then choose the file to edit it.');
}

function fromBase64(text: string, type: string): Blob {
  try {
    return new Blob([Uint8Array.from(atob(text), (character) => character.charCodeAt(0))], { type });
  } catch {
    throw new Error('The value is not valid base64. Choose the image again to edit it.');
  }
}
