import { viewOf } from '../byte-reader';
import { decodeText, decodeUtf16, latin1 } from '../decode-text';
import type { TextCollector } from '../embedded-texts';
import { readXmp } from './read-xmp';

/** Reads the texts of Exif metadata (TIFF 6.0, Exif 2.32): IFD0, the Exif IFD, and XMP inside them. Returns quietly where it is broken. */

const ASCII = 2;
const BYTE = 1;
const UNDEFINED = 7;
const EXIF_IFD = 0x8769;
const USER_COMMENT = 0x9286;
const XMP = 0x02bc;
/** XPTitle to XPSubject: UTF-16LE, as Windows writes them. */
const XP_FIRST = 0x9c9b;
const XP_LAST = 0x9c9f;

const MAX_ENTRIES = 512;
const ENTRY_BYTES = 12;

const NAMES: Readonly<Record<number, string>> = {
  0x010e: 'ImageDescription',
  0x010f: 'Make',
  0x0110: 'Model',
  0x0131: 'Software',
  0x013b: 'Artist',
  0x8298: 'Copyright',
  [USER_COMMENT]: 'UserComment',
  0x9c9b: 'XPTitle',
  0x9c9c: 'XPComment',
};

/** @param block with or without the `Exif\0\0` before the TIFF header, which some writers of WebP add */
export function readExif(block: Uint8Array<ArrayBuffer>, found: TextCollector): void {
  const hasPrefix = latin1(block.subarray(0, 4)) === 'Exif';
  const tiff = hasPrefix ? block.subarray(6) : block;
  if (tiff.byteLength < 8) return;
  const order = latin1(tiff.subarray(0, 2));
  if (order !== 'II' && order !== 'MM') return;
  const isLittle = order === 'II';
  const view = viewOf(tiff);
  const exifAt = readDirectory(tiff, view, view.getUint32(4, isLittle), isLittle, found);
  // Only once: a directory that names itself ends here.
  if (exifAt !== null) readDirectory(tiff, view, exifAt, isLittle, found);
}

/** Returns the position of the Exif directory; `null` if there is none. */
function readDirectory(
  tiff: Uint8Array<ArrayBuffer>,
  view: DataView,
  at: number,
  isLittle: boolean,
  found: TextCollector,
): number | null {
  if (at + 2 > tiff.byteLength) return null;
  const count = Math.min(view.getUint16(at, isLittle), MAX_ENTRIES);
  let exifAt: number | null = null;
  for (let index = 0; index < count; index += 1) {
    const entry = at + 2 + index * ENTRY_BYTES;
    if (entry + ENTRY_BYTES > tiff.byteLength) break;
    const tag = view.getUint16(entry, isLittle);
    const type = view.getUint16(entry + 2, isLittle);
    const length = view.getUint32(entry + 4, isLittle);
    if (tag === EXIF_IFD) exifAt = view.getUint32(entry + 8, isLittle);
    if (type !== ASCII && type !== BYTE && type !== UNDEFINED) continue;
    // Values of up to four bytes are in the entry itself.
    const start = length <= 4 ? entry + 8 : view.getUint32(entry + 8, isLittle);
    if (start + length > tiff.byteLength) continue;
    readValue(tag, type, tiff.subarray(start, start + length), isLittle, found);
  }
  return exifAt;
}

function readValue(
  tag: number,
  type: number,
  value: Uint8Array<ArrayBuffer>,
  isLittle: boolean,
  found: TextCollector,
): void {
  const name = NAMES[tag] ?? `Exif tag ${tag}`;
  if (tag === XMP) readXmp(decodeText(value), found);
  else if (tag === USER_COMMENT) found.add(name, decodeUserComment(value, isLittle));
  else if (tag >= XP_FIRST && tag <= XP_LAST) found.add(name, decodeUtf16(value, true));
  else if (type === ASCII) found.add(name, decodeText(value));
}

/** Eight bytes name the encoding. `UNICODE` is UTF-16, whose byte order writers disagree on. */
function decodeUserComment(value: Uint8Array<ArrayBuffer>, isLittle: boolean): string {
  const encoding = latin1(value.subarray(0, 8));
  if (encoding.startsWith('UNICODE')) return decodeUtf16(value.subarray(8), isLittle);
  const isNamed = encoding.startsWith('ASCII') || encoding.startsWith('JIS') || encoding.startsWith('\0');
  return decodeText(isNamed ? value.subarray(8) : value);
}
