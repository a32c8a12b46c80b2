import { fetchContent } from '@/api/fetch-content';
import { withConnection } from '@/api/connections';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { saveBlob } from './save-blob';

const never = new AbortController().signal;

/**
 * Saves a file that the page reads itself, through the browser's own file store: a download of the browser sends no
 * credential, and several of them take all of its connections. @throws Error
 */
export async function saveContent(surface: Surface, url: string, name: string): Promise<void> {
  try {
    saveBlob(await withConnection('download', never, () => readBlob(surface, url)), name);
  } catch (error) {
    // Another origin may serve files but not allow pages to read them.
    if (!(error instanceof TypeError) || isOwnOrigin(url)) throw error;
    openDownload(url, name);
  }
}

async function readBlob(surface: Surface, url: string): Promise<Blob> {
  const response = await fetchContent(surface, url);
  if (!response.ok) throw new Error(t('The server responded with {status}.', { status: response.status }));
  return response.blob();
}

function isOwnOrigin(url: string): boolean {
  return new URL(url, location.href).origin === location.origin;
}

/** Opens a new tab: cross-origin content ignores `download`, and must not replace this page. */
function openDownload(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.rel = 'noreferrer';
  link.target = '_blank';
  link.click();
}
