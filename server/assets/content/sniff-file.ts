export interface SniffedFile {
  contentType: string;
  /** Extension with its dot; empty if the type is unknown. */
  extension: string;
}

const UNKNOWN: SniffedFile = { contentType: 'application/octet-stream', extension: '' };

/** Signatures in hexadecimal (mimesniff.spec.whatwg.org, and glTF 2.0). A dot matches any digit. */
const SIGNATURES: readonly [pattern: RegExp, contentType: string, extension: string][] = [
  [/^89504e470d0a1a0a/, 'image/png', '.png'],
  [/^ffd8ff/, 'image/jpeg', '.jpg'],
  [/^47494638/, 'image/gif', '.gif'],
  [/^52494646.{8}57454250/, 'image/webp', '.webp'],
  [/^.{8}66747970617669/, 'image/avif', '.avif'],
  [/^(?:49492a00|4d4d002a)/, 'image/tiff', '.tiff'],
  [/^.{8}667479704d3441/, 'audio/mp4', '.m4a'],
  [/^.{8}66747970/, 'video/mp4', '.mp4'],
  [/^1a45dfa3/, 'video/webm', '.webm'],
  [/^52494646.{8}57415645/, 'audio/wav', '.wav'],
  [/^664c6143/, 'audio/flac', '.flac'],
  [/^4f676753/, 'audio/ogg', '.ogg'],
  [/^(?:494433|fff[23b])/, 'audio/mpeg', '.mp3'],
  [/^676c5446/, 'model/gltf-binary', '.glb'],
  [/^255044462d/, 'application/pdf', '.pdf'],
  [/^504b0304/, 'application/zip', '.zip'],
  [/^(?:7b|5b)(?:22|0a|0d|20|7b|5b|7d|5d)/, 'application/json', '.json'],
];

export function sniffFile(head: Uint8Array): SniffedFile {
  const hex = Array.from(head.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const found = SIGNATURES.find(([pattern]) => pattern.test(hex));
  if (found) return { contentType: found[1], extension: found[2] };
  return isText(head) ? { contentType: 'text/plain', extension: '.txt' } : UNKNOWN;
}

function isText(head: Uint8Array): boolean {
  return head.byteLength > 0 && head.every((byte) => byte === 9 || byte === 10 || byte === 13 || byte >= 32);
}
