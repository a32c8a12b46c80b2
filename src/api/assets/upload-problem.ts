import { formatBytes } from '@/lib/format';
import { isApiError } from '../api-error';
import { FileUnreadableError } from './hash-file';

/** What to tell a person when a file did not arrive: what happened, and what to do. */
export function uploadProblem(error: unknown, sizeBytes: number): string {
  if (error instanceof FileUnreadableError) return error.message;
  if (!isApiError(error)) return 'The browser could not send this file. Choose it again.';
  switch (error.code) {
    case 'payload_too_large':
      return `This surface takes no file of ${formatBytes(sizeBytes)}. Choose a smaller one.`;
    case 'hash_mismatch':
      return 'The bytes changed on the way, so nothing was stored. Try again; if it stays, the file is changing on disk.';
    case 'unauthorized':
      return 'The surface wants a credential before it takes files.';
    case 'forbidden':
      return 'Your credential may not upload files here.';
    case 'insufficient_credits':
      return 'The account has no credits left, so the file was not taken.';
    case 'unreachable':
      return 'The connection was lost. Nothing else is affected; try again.';
    case 'malformed':
      return error.message;
    default:
      if (error.status === 429) return 'The surface takes no uploads at the moment. Try again in a little while.';
      if (error.status >= 500) return `The surface failed while storing the file (${error.code}). Try again.`;
      return `${error.message} (${error.code})`;
  }
}
