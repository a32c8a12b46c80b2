import type { MediaKind } from '@contract/workflow/node-definitions';
import { latin1 } from './decode-text';
import { PNG_SIGNATURE } from './formats/read-png';
import { isSafetensors } from './formats/read-safetensors';

/** Formats in which a workflow can be embedded. */
export type ContainerFormat =
  | 'PNG'
  | 'JPEG'
  | 'WebP'
  | 'WAV'
  | 'GIF'
  | 'AVIF'
  | 'HEIC'
  | 'MP4'
  | 'Matroska'
  | 'FLAC'
  | 'Ogg'
  | 'MP3'
  | 'GLB'
  | 'safetensors'
  | 'SVG';

export type FileFormat = ContainerFormat | 'ZIP' | 'text' | 'empty' | 'other';

/** Enough for every signature, and for the XML declaration before an SVG image. */
export const HEAD_BYTES = 1024;

/** Detects the format of a file by its first bytes, because its name and type are unreliable. */
export function detectFormat(head: Uint8Array<ArrayBuffer>, fileSize: number): FileFormat {
  if (head.byteLength === 0) return 'empty';
  if (PNG_SIGNATURE.every((byte, index) => head[index] === byte)) return 'PNG';
  const ascii = latin1(head);
  const type = ascii.slice(8, 12);
  if (ascii.startsWith('\u00ff\u00d8\u00ff')) return 'JPEG';
  if (/^GIF8[79]a/.test(ascii)) return 'GIF';
  if (ascii.startsWith('RIFF')) return type === 'WEBP' ? 'WebP' : type === 'WAVE' ? 'WAV' : 'other';
  if (ascii.startsWith('PK\u0003\u0004') || ascii.startsWith('PK\u0005\u0006')) return 'ZIP';
  if (ascii.startsWith('fLaC')) return 'FLAC';
  if (ascii.startsWith('OggS')) return 'Ogg';
  if (ascii.startsWith('\u001aE\u00df\u00a3')) return 'Matroska';
  if (ascii.startsWith('glTF')) return 'GLB';
  if (ascii.startsWith('ID3') || /^\u00ff[\u00e2\u00e3\u00f2-\u00f7\u00fa\u00fb]/.test(ascii)) return 'MP3';
  if (ascii.slice(4, 8) === 'ftyp') {
    const brands = ascii.slice(8, 64);
    return /avi[fs]/.test(brands) ? 'AVIF' : /^(?:hei[cmsx]|hev[cmx]|mif1|msf1)/.test(brands) ? 'HEIC' : 'MP4';
  }
  // QuickTime files from before `ftyp`.
  if (/^(?:moov|mdat|wide|free|skip|pnot)$/.test(ascii.slice(4, 8))) return 'MP4';
  if (isSafetensors(head, fileSize)) return 'safetensors';
  const isWide = ascii.startsWith('\u00ff\u00fe') || ascii.startsWith('\u00fe\u00ff');
  if (!isWide && head.includes(0)) return 'other';
  return /^(?:\u00ef\u00bb\u00bf)?\s*</.test(ascii) && /<(?:[\w-]+:)?svg[\s>]/.test(ascii) ? 'SVG' : 'text';
}

/** What the user calls such a file; null: none of what a workflow takes as input. */
export function mediaOf(format: ContainerFormat): MediaKind | null {
  switch (format) {
    case 'PNG':
    case 'JPEG':
    case 'WebP':
    case 'GIF':
    case 'AVIF':
    case 'HEIC':
    case 'SVG':
      return 'image';
    case 'MP4':
    case 'Matroska':
      return 'video';
    case 'WAV':
    case 'FLAC':
    case 'Ogg':
    case 'MP3':
      return 'audio';
    case 'GLB':
    case 'safetensors':
      return null;
  }
}
