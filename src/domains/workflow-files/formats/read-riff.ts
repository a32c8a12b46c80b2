import { ReadStop, type ByteReader } from '../byte-reader';
import { decodeText, latin1 } from '../decode-text';
import type { TextCollector } from '../embedded-texts';
import { readExif } from './read-exif';
import { readId3 } from './read-id3';
import { readXmp } from './read-xmp';

const HEADER_BYTES = 8;
/** The names of `LIST INFO`; every other four letters are shown as they are. */
const INFO_NAMES: Readonly<Record<string, string>> = { ICMT: 'Comment', INAM: 'Title', ISFT: 'Software' };

/** Reads the chunks of WebP, still or animated (Exif, XMP), and of WAV (`LIST INFO`, ID3). */
export async function readRiff(bytes: ByteReader, found: TextCollector): Promise<void> {
  await readChunks(bytes, 12, bytes.size, async (type, start, length) => {
    if (type === 'EXIF' && found.accepts('Exif', length)) readExif(await bytes.read(start, length), found);
    else if (type === 'XMP ' && found.accepts('XMP', length)) {
      readXmp(decodeText(await bytes.read(start, length)), found);
    } else if (/^id3 $/i.test(type)) await readId3(bytes, start, found);
    else if (type === 'LIST' && latin1(await bytes.peek(start, 4)) === 'INFO') {
      await readChunks(bytes, start + 4, start + length, async (name, at, size) => {
        const key = INFO_NAMES[name] ?? name;
        if (found.accepts(key, size)) found.add(key, decodeText(await bytes.read(at, size)));
      });
    }
  });
}

type TakeChunk = (type: string, start: number, length: number) => Promise<void>;

async function readChunks(bytes: ByteReader, from: number, end: number, take: TakeChunk): Promise<void> {
  for (let at = from; at + HEADER_BYTES <= end;) {
    bytes.countPart();
    const header = await bytes.view(at, HEADER_BYTES);
    const type = latin1(new Uint8Array(header.buffer, header.byteOffset, 4));
    const length = header.getUint32(4, true);
    const start = at + HEADER_BYTES;
    if (start + length > bytes.size) throw new ReadStop('truncated');
    await take(type, start, length);
    // Chunks begin at even positions.
    at = start + length + (length % 2);
  }
}
