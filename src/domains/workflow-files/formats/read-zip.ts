import { ByteReader, READ_LIMITS, ReadStop, uint64, UnpackBudget, viewOf, type ReadLimits } from '../byte-reader';
import { decodeText, latin1 } from '../decode-text';
import { inflate } from '../inflate';

/**
 * Reads the files in a ZIP archive (APPNOTE 4.3) that may contain a workflow, by its central directory. Files are unpacked one at a
 * time, when they are read; other files never are.
 */

export interface ZipMember {
  /** Path in the archive. */
  name: string;
  /** Size of the unpacked file: certain if it is stored, else what the archive says. */
  sizeBytes: number;
  /**
   * Unpacks the file. One that is stored is a range of the archive, and needs no memory.
   * @throws ReadStop if the budget of the archive is used up
   */
  read(maxBytes: number): Promise<MemberContent>;
}

export type MemberContent = { ok: true; file: Blob; isUnpacked: boolean } | { ok: false; why: ZipProblem };

type ZipProblem = 'too_large' | 'broken' | 'encrypted' | 'unknown_compression';

export type ZipContent =
  | { ok: true; members: ZipMember[]; /** Number of files of other types. */ others: number; overLimit: number }
  | { ok: false };

const MAX_MEMBERS = 50;
const MAX_ENTRIES = 20_000;
const MAX_DIRECTORY_BYTES = 16 * 1024 * 1024;
/** The record at the end, and the longest comment behind it. */
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const WIDE = 0xff_ff_ff_ff;

interface Entry {
  name: string;
  isEncrypted: boolean;
  method: number;
  packedBytes: number;
  bytes: number;
  localAt: number;
}

/** JSON files come first, so that an archive of many images does not crowd out its workflows. */
export async function readZip(
  file: Blob,
  limits: ReadLimits = READ_LIMITS,
  budget = new UnpackBudget(limits.maxUnpackedBytes),
): Promise<ZipContent> {
  const bytes = new ByteReader(file, limits);
  try {
    const directory = await findDirectory(bytes);
    if (!directory) return { ok: false };
    const entries = entriesOf(directory);
    const wanted = entries.filter(({ name }) => isWanted(name));
    const ordered = [
      ...wanted.filter(({ name }) => isJsonName(name)),
      ...wanted.filter(({ name }) => !isJsonName(name)),
    ].slice(0, MAX_MEMBERS);
    const members = ordered.map((entry): ZipMember => ({
      name: entry.name,
      sizeBytes: entry.method === STORED ? entry.packedBytes : entry.bytes,
      read: (maxBytes) => readEntry(file, entry, maxBytes, budget),
    }));
    return { ok: true, members, others: entries.length - wanted.length, overLimit: wanted.length - ordered.length };
  } catch (error) {
    if (error instanceof ReadStop || error instanceof RangeError) return { ok: false };
    throw error;
  }
}

export function isJsonName(name: string): boolean {
  return /\.json$/i.test(name);
}

const CARRIER_NAME =
  /\.(?:json|png|jpe?g|webp|gif|avif|heic|svg|mp4|m4v|mov|webm|mkv|wav|mp3|flac|ogg|opus|glb|safetensors|latent)$/i;

/** macOS stores attributes of each file beside it. */
function isWanted(name: string): boolean {
  return CARRIER_NAME.test(name) && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(name);
}

async function findDirectory(bytes: ByteReader): Promise<Uint8Array<ArrayBuffer> | null> {
  const tailAt = Math.max(0, bytes.size - END_BYTES - MAX_COMMENT_BYTES);
  const tail = await bytes.read(tailAt, bytes.size - tailAt);
  const view = viewOf(tail);
  for (let at = tail.byteLength - END_BYTES; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== 0x06_05_4b_50) continue;
    let size = view.getUint32(at + 12, true);
    let start = view.getUint32(at + 16, true);
    if (size === WIDE || start === WIDE) {
      // ZIP64: a locator before the record says where the larger one is.
      const locator = await bytes.view(tailAt + at - 20, 20);
      const record = await bytes.view(uint64(locator, 8, true), 56);
      size = uint64(record, 40, true);
      start = uint64(record, 48, true);
    }
    return size <= MAX_DIRECTORY_BYTES ? bytes.read(start, size) : null;
  }
  return null;
}

function entriesOf(directory: Uint8Array<ArrayBuffer>): Entry[] {
  const view = viewOf(directory);
  const entries: Entry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.byteLength && entries.length < MAX_ENTRIES;) {
    if (view.getUint32(at, true) !== 0x02_01_4b_50) break;
    const nameBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const name = decodeText(directory.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes));
    const entry = {
      name,
      isEncrypted: (view.getUint16(at + 8, true) & 1) !== 0,
      method: view.getUint16(at + 10, true),
      packedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      localAt: view.getUint32(at + 42, true),
    };
    // Folders are entries, too.
    if (!name.endsWith('/')) entries.push(entry);
    at += ENTRY_BYTES + nameBytes + extraBytes + view.getUint16(at + 32, true);
  }
  return entries;
}

async function readEntry(file: Blob, entry: Entry, maxBytes: number, budget: UnpackBudget): Promise<MemberContent> {
  const { isEncrypted, method, packedBytes, localAt } = entry;
  if (isEncrypted) return { ok: false, why: 'encrypted' };
  if (method !== STORED && method !== DEFLATED) return { ok: false, why: 'unknown_compression' };
  const local = new Uint8Array(await file.slice(localAt, localAt + LOCAL_BYTES).arrayBuffer());
  if (local.byteLength < LOCAL_BYTES || latin1(local.subarray(0, 4)) !== 'PK\u0003\u0004') {
    return { ok: false, why: 'broken' };
  }
  const view = viewOf(local);
  const start = localAt + LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
  const packed = file.slice(start, start + packedBytes);
  if (packed.size < packedBytes) return { ok: false, why: 'broken' };
  if (method === STORED) return { ok: true, file: packed, isUnpacked: false };
  // The sizes are what the archive says; unpacking counts what there is.
  if (packedBytes > maxBytes || entry.bytes > maxBytes) return { ok: false, why: 'too_large' };
  const inflated = await inflate(packed, 'deflate-raw', maxBytes, budget);
  return inflated.ok ? { ok: true, file: new Blob([inflated.bytes]), isUnpacked: true } : inflated;
}
