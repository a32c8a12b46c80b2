import { outputKind } from '@/shared/output-kind';
import { sniffFile } from './sniff-bytes';

export type ResponseForm = 'json' | 'text' | 'file';

/** By the content type first; only where that says nothing, by the first bytes. */
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

/** The media type of an answer that is a file itself. */
export function typeOfBytes(contentType: string, head: Uint8Array): string {
  return isVague(contentType) ? (sniffFile(head) ?? 'application/octet-stream') : contentType;
}

function isVague(contentType: string): boolean {
  return /^(?:$|\*\/\*|(?:application|binary)\/octet-stream)/.test(contentType);
}
