import { isApiError } from '@/api/api-error';
import { fetchContent } from '@/api/fetch-content';
import type { Surface } from '@/api/surface';
import { usableUrl } from '@/domains/jobs/file-url';
import { t } from '@/lib/i18n/messages';
import type { HeldFile } from '../dialog-requests/input-request';

/** The server no longer has the file. */
export class MissingFileError extends Error {}

/** Starts to download a file. @throws MissingFileError, Error */
export async function openHeldFile(
  surface: Surface,
  file: HeldFile,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const url = await usableUrl(surface, file, signal).catch((error: unknown) => {
    throw isApiError(error) && isGone(error) ? new MissingFileError(`${file.name}: ${error.message}`) : error;
  });
  const response = await fetchContent(surface, url, { signal });
  if (isGone(response)) throw new MissingFileError(t('{name}: the server no longer has it.', { name: file.name }));
  if (!response.ok || !response.body)
    throw new Error(t('{name}: the server responded with {status}.', { name: file.name, status: response.status }));
  return response.body;
}

function isGone({ status }: { status: number }): boolean {
  return status === 404 || status === 410;
}
