import { viewOf, type ByteReader } from '../byte-reader';
import { decodeText, decodeUtf16 } from '../decode-text';
import type { TextCollector } from '../embedded-texts';
import { boxesIn, findBoxes, metaChildren, type Box } from './iso-boxes';
import { readXmp } from './read-xmp';

/**
 * Reads the tags of MP4, MOV and M4V by box headers: media data is skipped, wherever the `moov` box is. Tags are in `udta` or `meta`,
 * under names of their own (`keys` and `ilst`), under four letters (`ilst`), or as QuickTime's user data (`©cmt`).
 */

const MAX_KEYS = 1000;
const MAX_KEY_BYTES = 1024;
/** Text in UTF-16; all other types that hold text are decoded as UTF-8. */
const UTF_16 = 2;
const XMP_UUID = 'be7acfcb97a942e89c71999491e3afac';

const ITEM_NAMES: Readonly<Record<string, string>> = {
  '©cmt': 'Comment',
  '©des': 'Description',
  desc: 'Description',
  ldes: 'Long description',
  '©nam': 'Title',
  '©too': 'Encoder',
};

export async function readMp4(bytes: ByteReader, found: TextCollector): Promise<void> {
  for await (const box of boxesIn(bytes, 0, bytes.size)) {
    if (box.type === 'moov' || box.type === 'udta') await readContainer(bytes, box, found, 0);
    else if (box.type === 'meta') await readMeta(bytes, box, found);
    else if (box.type === 'uuid') await readUuid(bytes, box, found);
  }
}

async function readContainer(bytes: ByteReader, container: Box, found: TextCollector, depth: number): Promise<void> {
  for await (const box of boxesIn(bytes, container.start, container.end)) {
    if (box.type === 'meta') await readMeta(bytes, box, found);
    else if ((box.type === 'udta' || box.type === 'trak') && depth < 2) {
      await readContainer(bytes, box, found, depth + 1);
    } else if (box.type === 'XMP_') await readXmpBox(bytes, box, found);
    else if (box.type.startsWith('©')) await readUserData(bytes, box, found);
  }
}

async function readMeta(bytes: ByteReader, meta: Box, found: TextCollector): Promise<void> {
  const boxes = await findBoxes(bytes, await metaChildren(bytes, meta), ['keys', 'ilst']);
  const list = boxes.get('ilst');
  if (!list) return;
  const keysBox = boxes.get('keys');
  const keys = keysBox ? await readKeys(bytes, keysBox) : [];
  for await (const item of boxesIn(bytes, list.start, list.end)) {
    if (item.type === '----') await readFreeform(bytes, item, found);
    else await readItem(bytes, item, itemName(item.type, keys), found);
  }
}

/** Where there are keys, the type of an item is a number: the position of its key, from 1. */
function itemName(type: string, keys: readonly string[]): string {
  const index = [...type].reduce((sum, letter) => sum * 256 + (letter.codePointAt(0) ?? 0), 0);
  return keys[index - 1] ?? ITEM_NAMES[type] ?? type;
}

async function readKeys(bytes: ByteReader, { start, end }: Box): Promise<string[]> {
  const keys: string[] = [];
  const count = Math.min((await bytes.view(start, 8)).getUint32(4), MAX_KEYS);
  let at = start + 8;
  for (let index = 0; index < count && at + 8 <= end; index += 1) {
    const size = (await bytes.view(at, 8)).getUint32(0);
    if (size < 8 || at + size > end) break;
    keys.push(decodeText(await bytes.read(at + 8, Math.min(size - 8, MAX_KEY_BYTES))));
    at += size;
  }
  return keys;
}

async function readItem(bytes: ByteReader, item: Box, name: string, found: TextCollector): Promise<void> {
  for await (const box of boxesIn(bytes, item.start, item.end)) {
    if (box.type === 'data') await readData(bytes, box, name, found);
  }
}

/** `----`: an item that spells its name. */
async function readFreeform(bytes: ByteReader, item: Box, found: TextCollector): Promise<void> {
  const boxes = await findBoxes(bytes, item, ['name', 'data']);
  const nameBox = boxes.get('name');
  const data = boxes.get('data');
  if (!nameBox || !data) return;
  const length = Math.min(Math.max(0, nameBox.end - nameBox.start - 4), MAX_KEY_BYTES);
  await readData(bytes, data, decodeText(await bytes.read(nameBox.start + 4, length)), found);
}

async function readData(bytes: ByteReader, { start, end }: Box, name: string, found: TextCollector): Promise<void> {
  const length = end - start - 8;
  if (length <= 0 || !found.accepts(name, length)) return;
  const type = (await bytes.view(start, 8)).getUint32(0);
  const value = await bytes.read(start + 8, length);
  found.add(name, type === UTF_16 ? decodeUtf16(value, false) : decodeText(value));
}

/** A list of texts, each with its length and language. */
async function readUserData(bytes: ByteReader, { type, start, end }: Box, found: TextCollector): Promise<void> {
  const name = ITEM_NAMES[type] ?? type;
  if (end - start < 4 || !found.accepts(name, end - start)) return;
  const content = await bytes.read(start, end - start);
  const view = viewOf(content);
  for (let at = 0; at + 4 <= content.byteLength;) {
    const length = view.getUint16(at);
    if (length === 0 || at + 4 + length > content.byteLength) return;
    found.add(name, decodeText(content.subarray(at + 4, at + 4 + length)));
    at += 4 + length;
  }
}

async function readUuid(bytes: ByteReader, { start, end }: Box, found: TextCollector): Promise<void> {
  if (end - start < 16) return;
  const view = await bytes.view(start, 16);
  const id = [uint64Hex(view, 0), uint64Hex(view, 8)].join('');
  if (id === XMP_UUID) await readXmpBox(bytes, { type: 'uuid', start: start + 16, end }, found);
}

function uint64Hex(view: DataView, at: number): string {
  return view.getBigUint64(at).toString(16).padStart(16, '0');
}

async function readXmpBox(bytes: ByteReader, { start, end }: Box, found: TextCollector): Promise<void> {
  if (found.accepts('XMP', end - start)) readXmp(decodeText(await bytes.read(start, end - start)), found);
}
