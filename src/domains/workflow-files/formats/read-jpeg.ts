import type { ByteReader } from '../byte-reader';
import { decodeText, latin1 } from '../decode-text';
import type { TextCollector } from '../embedded-texts';
import { readExif } from './read-exif';
import { readXmp } from './read-xmp';

const APP1 = 0xe1;
const COMMENT = 0xfe;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const XMP_PREFIX = 'http://ns.adobe.com/xap/1.0/\0';
const PREFIX_BYTES = 64;

/** Reads the segments of a JPEG up to its image data: Exif and XMP in APP1, and comments. */
export async function readJpeg(bytes: ByteReader, found: TextCollector): Promise<void> {
  let at = 2;
  for (;;) {
    bytes.countPart();
    const header = await bytes.read(at, 4);
    const marker = header[1] ?? 0;
    if (header[0] !== 0xff) return;
    // Fill bytes may precede a marker; markers 0x01 and 0xd0 to 0xd8 have no content.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2;
      continue;
    }
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) return;
    const length = (header[2] ?? 0) * 256 + (header[3] ?? 0);
    if (length < 2) return;
    if (marker === APP1 || marker === COMMENT) {
      readSegment(marker, await bytes.read(at + 4, length - 2), found);
    }
    at += 2 + length;
  }
}

function readSegment(marker: number, content: Uint8Array<ArrayBuffer>, found: TextCollector): void {
  if (marker === COMMENT) {
    found.add('Comment', decodeText(content));
    return;
  }
  const prefix = latin1(content.subarray(0, PREFIX_BYTES));
  if (prefix.startsWith('Exif\0')) readExif(content, found);
  else if (prefix.startsWith(XMP_PREFIX)) readXmp(decodeText(content.subarray(XMP_PREFIX.length)), found);
}
