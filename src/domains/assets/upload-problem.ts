import { formatBytes } from '@/lib/format';
import { isApiError, type ApiError } from '@/api/api-error';
import { FileUnreadableError } from './hash-file';

/** Message for the user about a failed upload: what happened, and what to do. */
export function uploadProblem(error: unknown, sizeBytes: number): string {
  if (error instanceof FileUnreadableError) return error.message;
  if (!isApiError(error)) return 'The browser could not send this file. Choose it again.';
  // Proxies send 413 without the envelope.
  if (error.status === 413) return tooLarge(error, sizeBytes);
  switch (error.code) {
    case 'hash_mismatch':
      return 'Checksum mismatch; nothing was stored. If this repeats, the file is being modified on disk.';
    case 'unauthorized':
      return 'Sign in to upload files.';
    case 'forbidden':
      return 'You are not allowed to upload files here.';
    case 'insufficient_credits':
      return 'Not uploaded: the account has no credits left.';
    case 'unreachable':
      return 'Connection lost. Try again.';
    case 'malformed':
      return error.message;
    default:
      if (error.status === 429) return 'The server is not accepting uploads right now. Try again later.';
      if (error.status >= 500) return `The server could not store the file (${error.code}). Try again.`;
      return `${error.message} (${error.code})`;
  }
}

function tooLarge({ details }: ApiError, sizeBytes: number): string {
  const limit = details?.['max_bytes'];
  const accepts = typeof limit === 'number' ? `, which accepts up to ${formatBytes(limit)}` : '';
  return `${formatBytes(sizeBytes)} is too large for this server${accepts}. Choose a smaller file.`;
}
