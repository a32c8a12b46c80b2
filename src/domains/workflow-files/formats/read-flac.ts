import type { ByteReader } from '../byte-reader';
import type { TextCollector } from '../embedded-texts';
import { readVorbisComments } from './vorbis-comments';

const VORBIS_COMMENT = 4;

/** Reads the comments of FLAC (RFC 9639, 8.6). @param from position of `fLaC`, behind an ID3 tag if there is one */
export async function readFlac(bytes: ByteReader, from: number, found: TextCollector): Promise<void> {
  let at = from + 4;
  for (;;) {
    bytes.countPart();
    const header = await bytes.view(at, 4);
    const flags = header.getUint8(0);
    const length = header.getUint32(0) & 0xff_ff_ff;
    if ((flags & 0x7f) === VORBIS_COMMENT) readVorbisComments(await bytes.read(at + 4, length), found);
    if ((flags & 0x80) !== 0) return;
    at += 4 + length;
  }
}
