import type { DragEvent } from 'react';
import { fetchContent } from '@/api/fetch-content';
import { findSurface, LOCAL_SURFACE, type Surface } from '@/api/surface';
import type { DropItem } from './plan-drop';

/** A file of a server, dragged within this browser. A drag exposes only types, so that the type names its kind. */
const TYPE = /^application\/x-flowdeck-(image|video|audio|other)$/;

export interface StoredFile extends DropItem {
  name: string;
  type: string;
  url: string;
  surfaceId: string;
}

interface DragProps {
  draggable: true;
  onDragStart: (event: DragEvent) => void;
}

/** Returns the props of an element that can be dragged onto an input, also in another tab. */
export function storedFileDrag(surface: Surface, file: { name: string; content_type: string; url: string }): DragProps {
  const { name, content_type: type, url } = file;
  const [, kind = 'other'] = /^(image|video|audio)\//.exec(type) ?? [];
  const stored = { name, type, url: new URL(url, location.href).href, surfaceId: surface.id };
  return {
    draggable: true,
    onDragStart({ dataTransfer }) {
      dataTransfer.effectAllowed = 'copyLink';
      dataTransfer.setData(`application/x-flowdeck-${kind}`, JSON.stringify(stored));
    },
  };
}

/** Returns what is known of a dragged file before it is dropped. */
export function storedItems({ types }: DataTransfer): DropItem[] {
  const [, kind] = types.flatMap((type) => TYPE.exec(type) ?? []);
  return kind === undefined ? [] : [{ type: kind === 'other' ? '' : `${kind}/*` }];
}

/** Returns the dropped file. Must be called during the event. */
export function readStoredFile(data: DataTransfer): StoredFile | null {
  const type = data.types.find((name) => TYPE.test(name));
  if (type === undefined) return null;
  try {
    const found: unknown = JSON.parse(data.getData(type));
    return isStoredFile(found) ? found : null;
  } catch {
    return null;
  }
}

/** Another site can put anything into a drag. */
function isStoredFile(value: unknown): value is StoredFile {
  if (typeof value !== 'object' || value === null) return false;
  return ['name', 'type', 'url', 'surfaceId'].every((key) => typeof Reflect.get(value, key) === 'string');
}

/** Fetches the bytes. Equal bytes are not uploaded again. @throws Error with a message for the user */
export async function fetchStoredFile({ name, type, url, surfaceId }: StoredFile): Promise<File> {
  const surface = findSurface(surfaceId);
  if (!surface) throw new Error('Its server is not among the servers of this page. Nothing was changed.');
  const response = await fetchAny(surface, url);
  return new File([await response.blob()], name, { type });
}

/**
 * Fetches what a URL of this page's own host refers to: a file, or `null` for a page.
 * @throws Error with a message for the user
 */
export async function fetchOwnUrl(url: URL): Promise<File | null> {
  const response = await fetchAny(LOCAL_SURFACE, url.href);
  const type = response.headers.get('content-type')?.split(';')[0]?.trim() ?? '';
  if (type === 'text/html') {
    await response.body?.cancel();
    return null;
  }
  const name = fileName(response.headers.get('content-disposition') ?? '') ?? url.pathname.split('/').at(-1) ?? '';
  return new File([await response.blob()], name === '' ? 'file' : name, { type });
}

async function fetchAny(surface: Surface, url: string): Promise<Response> {
  const response = await fetchContent(surface, url).catch(() => null);
  if (!response) throw new Error('The server could not be reached. Nothing was changed; try again once it responds.');
  if (response.ok) return response;
  await response.body?.cancel();
  const isGone = response.status === 404 || response.status === 410;
  throw new Error(
    isGone
      ? 'The server no longer has it. Nothing was changed.'
      : `The server responded with ${response.status}, perhaps because the link has expired. Open its job again for a new one.`,
  );
}

/** Returns the name in a `Content-Disposition` header. */
function fileName(disposition: string): string | null {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  if (encoded === undefined) return /filename="([^"]+)"/i.exec(disposition)?.[1] ?? null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
