/**
 * `blake3:<hex>` as the API writes hashes, to the bare 64 digits that stores use. Clients write it in either case
 * (rule J-4.96). Null for anything else.
 */
export function parseBlobHash(text: string): string | null {
  return /^blake3:([0-9a-f]{64})$/.exec(text.toLowerCase())?.[1] ?? null;
}

export function writeBlobHash(blob: string | null): string | null {
  return blob === null ? null : `blake3:${blob}`;
}
