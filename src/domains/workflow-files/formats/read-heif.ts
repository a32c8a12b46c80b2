import { ReadStop, uint64, type ByteReader } from '../byte-reader';
import { decodeText, latin1 } from '../decode-text';
import type { TextCollector } from '../embedded-texts';
import { boxesIn, findBoxes, type Box } from './iso-boxes';
import { readExif } from './read-exif';
import { readXmp } from './read-xmp';

/** Reads the Exif and XMP items of AVIF and HEIF (ISO 23008-12, 6.5): `iinf` names the items, `iloc` locates them. */

const MAX_ITEMS = 2000;
const MAX_EXTENTS = 64;

interface ItemLocation {
  isInIdat: boolean;
  extents: { offset: number; length: number }[];
}

export async function readHeif(bytes: ByteReader, found: TextCollector): Promise<void> {
  for await (const box of boxesIn(bytes, 0, bytes.size)) {
    if (box.type !== 'meta') continue;
    const boxes = await findBoxes(bytes, { start: box.start + 4, end: box.end }, ['iinf', 'iloc', 'idat']);
    const info = boxes.get('iinf');
    const locations = boxes.get('iloc');
    if (!info || !locations) return;
    const items = await readItemTypes(bytes, info);
    if (items.size > 0) await readItems(bytes, items, locations, boxes.get('idat') ?? null, found);
    return;
  }
}

type ItemType = 'exif' | 'xmp';

async function readItemTypes(bytes: ByteReader, info: Box): Promise<Map<number, ItemType>> {
  const items = new Map<number, ItemType>();
  const version = (await bytes.read(info.start, 4))[0] ?? 0;
  for await (const entry of boxesIn(bytes, info.start + (version === 0 ? 6 : 8), info.end)) {
    if (entry.type !== 'infe' || items.size >= MAX_ITEMS) continue;
    const header = await bytes.view(entry.start, 12);
    const entryVersion = header.getUint8(0);
    if (entryVersion < 2) continue;
    const isWide = entryVersion > 2;
    const id = isWide ? header.getUint32(4) : header.getUint16(4);
    const typeAt = entry.start + (isWide ? 10 : 8);
    const rest = latin1(await bytes.peek(typeAt, Math.min(64, entry.end - typeAt)));
    if (rest.startsWith('Exif')) items.set(id, 'exif');
    else if (rest.startsWith('mime') && rest.includes('application/rdf+xml')) items.set(id, 'xmp');
  }
  return items;
}

async function readItems(
  bytes: ByteReader,
  items: ReadonlyMap<number, ItemType>,
  locations: Box,
  idat: Box | null,
  found: TextCollector,
): Promise<void> {
  for (const [id, location] of await readLocations(bytes, locations)) {
    const type = items.get(id);
    const length = location.extents.reduce((sum, extent) => sum + extent.length, 0);
    if (!type || (location.isInIdat && !idat) || !found.accepts(type === 'exif' ? 'Exif' : 'XMP', length)) continue;
    if (length > bytes.size) throw new ReadStop('truncated');
    const content = new Uint8Array(length);
    let at = 0;
    for (const extent of location.extents) {
      const start = extent.offset + (location.isInIdat && idat ? idat.start : 0);
      content.set(await bytes.read(start, extent.length), at);
      at += extent.length;
    }
    // Four bytes say how far behind them the TIFF header begins.
    if (type === 'exif') readExif(content.subarray(4 + exifOffset(content)), found);
    else readXmp(decodeText(content), found);
  }
}

function exifOffset(content: Uint8Array<ArrayBuffer>): number {
  return content.byteLength < 4 ? 0 : new DataView(content.buffer).getUint32(0);
}

async function readLocations(bytes: ByteReader, { start, end }: Box): Promise<Map<number, ItemLocation>> {
  const header = await bytes.view(start, 8);
  const version = header.getUint8(0);
  const sizes = header.getUint16(4);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  const fields = new FieldReader(bytes, start + 6, end);
  const count = Math.min(await fields.next(version < 2 ? 2 : 4), MAX_ITEMS);
  const locations = new Map<number, ItemLocation>();
  for (let index = 0; index < count && fields.hasMore; index += 1) {
    bytes.countPart();
    const id = await fields.next(version < 2 ? 2 : 4);
    const isInIdat = version > 0 && ((await fields.next(2)) & 15) === 1;
    await fields.next(2);
    const base = await fields.next(baseSize);
    const extentCount = await fields.next(2);
    const extents: ItemLocation['extents'] = [];
    for (let extent = 0; extent < Math.min(extentCount, MAX_EXTENTS) && fields.hasMore; extent += 1) {
      await fields.next(indexSize);
      const offset = base + (await fields.next(offsetSize));
      const length = await fields.next(lengthSize);
      extents.push({ offset, length });
    }
    locations.set(id, { isInIdat, extents });
  }
  return locations;
}

/** Reads numbers of 0, 2, 4 or 8 bytes one after the other. */
class FieldReader {
  private readonly bytes: ByteReader;
  private readonly end: number;
  private at: number;
  constructor(bytes: ByteReader, at: number, end: number) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  get hasMore(): boolean {
    return this.at < this.end;
  }

  async next(size: number): Promise<number> {
    if (size === 0) return 0;
    const view = await this.bytes.view(this.at, size);
    this.at += size;
    if (size === 8) return uint64(view, 0);
    return size === 4 ? view.getUint32(0) : view.getUint16(0);
  }
}
