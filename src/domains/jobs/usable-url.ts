import { call } from '@/api/client';
import type { Surface } from '@/api/surface';
import { isExpired, type ExpiringUrl } from './use-fresh-url';

const never = new AbortController().signal;

/** Returns the URL of a file, renewed if it has expired. @throws ApiError */
export async function usableUrl(surface: Surface, file: ExpiringUrl, signal = never): Promise<string> {
  if (!isExpired(file, Date.now())) return file.url;
  return (await call(surface, 'getAsset', { params: { id: file.id }, signal })).body.url;
}
