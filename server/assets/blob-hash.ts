/**
 * Converts `blake3:<hex>` of the API to the 64 hex digits that stores use. Either case is accepted (rule J-4.96). Returns
 * `null` for anything else.
 */
export function parseBlobHash(text: string): string | null {
  return /^blake3:([0-9a-f]{64})$/.exec(text.toLowerCase())?.[1] ?? null;
}

export function writeBlobHash(blob: string | null): string | null {
  return blob === null ? null : `blake3:${blob}`;
}
