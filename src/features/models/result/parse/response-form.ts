import { outputKind } from '@/shared/files/output-kind';
import { sniffFile } from './sniff-bytes';

export type ResponseForm = 'json' | 'text' | 'file';

/** Uses the content type, or the first bytes if the content type is inconclusive. */
export function formOf(contentType: string, head: Uint8Array): ResponseForm {
  switch (outputKind({ content_type: contentType === '*/*' ? '' : contentType, name: '', type: '' })) {
    case 'json':
      return 'json';
    case 'text':
    case 'source':
      return contentType.startsWith('image/') ? 'file' : 'text';
    case 'download':
      return isVague(contentType) && /^\s*[[{]/.test(String.fromCharCode(...head)) ? 'json' : 'file';
    default:
      return 'file';
  }
}

/** Returns the media type of a response that is itself a file. */
export function typeOfBytes(contentType: string, head: Uint8Array): string {
  return isVague(contentType) ? (sniffFile(head) ?? 'application/octet-stream') : contentType;
}

function isVague(contentType: string): boolean {
  return /^(?:$|\*\/\*|(?:application|binary)\/octet-stream)/.test(contentType);
}
