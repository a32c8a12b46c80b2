import { bytes, uint } from './build-bytes';

export interface ZipEntry {
  name: string;
  packed: Uint8Array;
  size: number;
  method?: number;
  flags?: number;
}

/** An archive; sizes in its directory may lie. */
export function zip(...members: ZipEntry[]): Blob {
  const locals: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { name, packed, size, method = 8, flags = 0 } of members) {
    const sizes = bytes(uint(0, 4), uint(packed.byteLength, 4, true), uint(size, 4, true));
    const common = bytes(uint(20, 2, true), uint(flags, 2, true), uint(method, 2, true), uint(0, 4), sizes);
    const names = uint(Buffer.byteLength(name), 2, true);
    const local = bytes('PK\u0003\u0004', common, names, uint(0, 2), name, packed);
    directory.push(
      bytes('PK\u0001\u0002', uint(20, 2, true), common, names, uint(0, 8), uint(0, 4), uint(at, 4, true), name),
    );
    locals.push(local);
    at += local.byteLength;
  }
  const entries = bytes(...directory);
  const counts = bytes(uint(members.length, 2, true), uint(members.length, 2, true));
  const end = bytes('PK\u0005\u0006', uint(0, 4), counts, uint(entries.byteLength, 4, true), uint(at, 4, true));
  return new Blob([bytes(...locals, entries, end, uint(7, 2, true), 'comment')]);
}
