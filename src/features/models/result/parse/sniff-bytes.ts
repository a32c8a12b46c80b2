/** Number of leading bytes that covers every signature here. */
export const SNIFF_BYTES = 64;

interface Signature {
  contentType: string;
  /** Each part as a binary string, with its offset. */
  parts: readonly (readonly [offset: number, text: string])[];
}

const SIGNATURES: readonly Signature[] = [
  { contentType: 'image/png', parts: [[0, '\x89PNG\r\n\x1a\n']] },
  { contentType: 'image/jpeg', parts: [[0, '\xff\xd8\xff']] },
  { contentType: 'image/gif', parts: [[0, 'GIF8']] },
  { contentType: 'image/webp', parts: [[0, 'RIFF'], [8, 'WEBP']] }, // oxfmt-ignore
  { contentType: 'audio/wav', parts: [[0, 'RIFF'], [8, 'WAVE']] }, // oxfmt-ignore
  { contentType: 'image/avif', parts: [[4, 'ftypavif']] },
  { contentType: 'audio/mp4', parts: [[4, 'ftypM4A']] },
  { contentType: 'video/quicktime', parts: [[4, 'ftypqt']] },
  { contentType: 'video/mp4', parts: [[4, 'ftyp']] },
  { contentType: 'video/webm', parts: [[0, '\x1a\x45\xdf\xa3']] },
  { contentType: 'audio/ogg', parts: [[0, 'OggS']] },
  { contentType: 'audio/flac', parts: [[0, 'fLaC']] },
  { contentType: 'audio/mpeg', parts: [[0, 'ID3']] },
  { contentType: 'model/gltf-binary', parts: [[0, 'glTF']] },
  { contentType: 'model/fbx', parts: [[0, 'Kaydara FBX Binary']] },
  { contentType: 'model/vnd.usd', parts: [[0, 'PXR-USDC']] },
  { contentType: 'application/pdf', parts: [[0, '%PDF-']] },
  { contentType: 'application/zip', parts: [[0, 'PK\x03\x04']] },
  { contentType: 'image/svg+xml', parts: [[0, '<svg']] },
  { contentType: 'image/bmp', parts: [[0, 'BM'], [6, '\0\0\0\0']] }, // oxfmt-ignore
];

/** Detects the media type of a file from its first bytes; `null` if they are inconclusive. */
export function sniffBytes(head: Uint8Array): string | null {
  const text = String.fromCharCode(...head.subarray(0, SNIFF_BYTES));
  const found = SIGNATURES.find(({ parts }) => parts.every(([offset, part]) => text.startsWith(part, offset)));
  return found?.contentType ?? null;
}

/**
 * Like `sniffBytes`, for bytes that are known to be a file: an MP3 without tags begins with two bytes with which keys
 * and signatures may begin, too.
 */
export function sniffFile(head: Uint8Array): string | null {
  return sniffBytes(head) ?? (isMpegFrame(head) ? 'audio/mpeg' : null);
}

/** Eleven set bits, then a valid layer and bit rate. */
function isMpegFrame([first = 0, second = 0, third = 0]: Uint8Array): boolean {
  const isSync = first === 0xff && (second & 0xe0) === 0xe0;
  const hasLayer = (second & 0x06) !== 0 && (second & 0x18) !== 0x08;
  const hasRate = (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c;
  return isSync && hasLayer && hasRate;
}
