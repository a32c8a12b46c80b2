import { call } from '@/api/client';
import { fetchContent } from '@/api/fetch-content';
import { findSurface, LOCAL_SURFACE, type Surface } from '@/api/surface';
import { lacksCapability } from '@/api/surfaces/capability-record';
import { dragSources } from './drag-source';
import type { DropItem } from './plan-drop';
import { BASE_PATH } from '@/lib/host-kind';
import { t } from '@/lib/i18n/messages';
import { middleEllipsis } from '@/lib/middle-ellipsis';

/** A file of a server, dragged within this browser. A drag exposes only types, so that the type names its kind. */
const TYPE = /^application\/x-flowdeck-(image|video|audio|other)$/;

export interface StoredFile extends DropItem {
  /** Asset id. */
  id: string;
  name: string;
  type: string;
  url: string;
  surfaceId: string;
}

/** A drag that started on this page. */
export interface StoredDrag {
  name: string;
  surfaceId: string;
  /** Element that shows the file: a drop on it has no effect. */
  home: Element;
}

/** Puts the file that the dragged element shows into the drag. Returns `null` if it shows none. */
export function startStoredDrag(event: DragEvent): StoredDrag | null {
  const { dataTransfer } = event;
  const found = findSource(event);
  if (!found || !dataTransfer) return null;
  const { surface, file } = found.source;
  const { id, name, content_type: type } = file;
  const url = new URL(file.url, location.href).href;
  const [, kind = 'other'] = /^(image|video|audio)\//.exec(type) ?? [];
  const stored: StoredFile = { id, name, type, url, surfaceId: surface.id };
  dataTransfer.effectAllowed = 'copyLink';
  dataTransfer.setData(`application/x-flowdeck-${kind}`, JSON.stringify(stored));
  // Chromium saves it if it is dropped on the desktop; it cannot send a credential.
  if (!lacksCapability(surface, 'openContent'))
    dataTransfer.setData('DownloadURL', `${type}:${name.replaceAll(':', '_')}:${url}`);
  setDragImage(dataTransfer, name, found.element.querySelector('img'));
  return { name, surfaceId: surface.id, home: found.home };
}

function findSource({ target, clientX, clientY }: DragEvent) {
  if (!(target instanceof HTMLElement)) return null;
  const own = dragSources.get(target);
  if (own) return { element: target, home: target, source: own };
  // The link of a row covers its thumbnail.
  const row = target.closest('a') ? target.offsetParent : null;
  if (!row) return null;
  for (const element of document.elementsFromPoint(clientX, clientY)) {
    const source = row.contains(element) ? dragSources.get(element) : undefined;
    if (source) return { element, home: row, source };
  }
  return null;
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
  return ['id', 'name', 'type', 'url', 'surfaceId'].every((key) => typeof Reflect.get(value, key) === 'string');
}

/** Fetches the bytes. Equal bytes are not uploaded again. @throws Error with a message for the user */
export async function fetchStoredFile({ id, name, type, url, surfaceId }: StoredFile): Promise<File> {
  const surface = findSurface(surfaceId);
  if (!surface) throw new Error(t('Its server is not among the servers of this page. Nothing was changed.'));
  // URLs expire while a page is open.
  const response = await fetchAny(surface, url).catch(async (error: unknown) => {
    const renewed = await call(surface, 'getAsset', { params: { id } }).catch(() => null);
    if (!renewed) throw error;
    return fetchAny(surface, renewed.body.url);
  });
  return new File([await response.blob()], name, { type });
}

/** Returns the URL of a file or page of this console, or `null`. */
export function ownUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.origin === location.origin && url.pathname.startsWith(BASE_PATH) ? url : null;
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
  const name =
    nameOfDisposition(response.headers.get('content-disposition') ?? '') ?? url.pathname.split('/').at(-1) ?? '';
  return new File([await response.blob()], name === '' ? 'file' : name, { type });
}

async function fetchAny(surface: Surface, url: string): Promise<Response> {
  const response = await fetchContent(surface, url).catch(() => null);
  if (!response)
    throw new Error(t('The server could not be reached. Nothing was changed; try again once it responds.'));
  if (response.ok) return response;
  await response.body?.cancel();
  const isGone = response.status === 404 || response.status === 410;
  throw new Error(
    isGone
      ? t('The server no longer has it. Nothing was changed.')
      : t(
          'The server responded with {status}, perhaps because the link has expired. Open its job again for a new one.',
          { status: response.status },
        ),
  );
}

/** Returns the name in a `Content-Disposition` header. */
export function nameOfDisposition(disposition: string): string | null {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  if (encoded === undefined) return /filename="([^"]+)"/i.exec(disposition)?.[1] ?? null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

const SIDE = 44;
const NAME_CHARS = 28;

/** Shows a small image and the name of the file under the pointer, whatever the size of the dragged element. */
function setDragImage(data: DataTransfer, name: string, image: HTMLImageElement | null): void {
  const box = document.createElement('div');
  box.className =
    'fixed top-0 -left-full flex items-center gap-2 rounded-lg border border-control bg-panel p-1.5 pr-3 text-sm text-text';
  if (image && image.naturalWidth > 0) box.append(miniatureOf(image));
  else box.classList.add('pl-3');
  box.append(middleEllipsis(name, NAME_CHARS));
  // Browsers paint elements of the page only.
  document.body.append(box);
  data.setDragImage(box, 0, 0);
  setTimeout(() => box.remove());
}

function miniatureOf(image: HTMLImageElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const side = Math.round(SIDE * devicePixelRatio);
  canvas.width = side;
  canvas.height = side;
  canvas.className = 'size-11 rounded-md';
  const { naturalWidth, naturalHeight } = image;
  const used = Math.min(naturalWidth, naturalHeight);
  const [x, y] = [(naturalWidth - used) / 2, (naturalHeight - used) / 2];
  canvas.getContext('2d')?.drawImage(image, x, y, used, used, 0, 0, side, side);
  return canvas;
}
