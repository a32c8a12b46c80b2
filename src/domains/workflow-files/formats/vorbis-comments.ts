import { viewOf } from '../byte-reader';
import { decodeText, latin1 } from '../decode-text';
import type { TextCollector } from '../embedded-texts';

const MAX_COMMENTS = 2000;
const MAX_NAME_BYTES = 128;

/** Reads `NAME=value` comments, which FLAC, Vorbis, Opus and Theora share. Embedded cover images are not decoded. */
export function readVorbisComments(block: Uint8Array<ArrayBuffer>, found: TextCollector): void {
  const view = viewOf(block);
  if (block.byteLength < 8) return;
  let at = 4 + view.getUint32(0, true);
  if (at + 4 > block.byteLength) return;
  const count = Math.min(view.getUint32(at, true), MAX_COMMENTS);
  at += 4;
  for (let index = 0; index < count && at + 4 <= block.byteLength; index += 1) {
    const length = view.getUint32(at, true);
    const comment = block.subarray(at + 4, at + 4 + length);
    const nameEnd = comment.subarray(0, MAX_NAME_BYTES).indexOf(0x3d);
    at += 4 + length;
    if (nameEnd <= 0) continue;
    const name = latin1(comment.subarray(0, nameEnd));
    if (!/^(?:metadata_block_picture|coverart)$/i.test(name))
      found.add(name, decodeText(comment.subarray(nameEnd + 1)));
  }
}
