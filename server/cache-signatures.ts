/** About 5 MB. A job with thousands of outputs is read repeatedly, with the same URLs for hours. */
const MAX_CACHED = 20_000;

/** Caches signatures, up to `max` entries. */
export function cacheSignatures(sign: (text: string) => string, max = MAX_CACHED): (text: string) => string {
  let newer = new Map<string, string>();
  let older = new Map<string, string>();
  return (text) => {
    const known = newer.get(text) ?? older.get(text);
    const signature = known ?? sign(text);
    if (newer.size >= max / 2 && !newer.has(text)) {
      older = newer;
      newer = new Map();
    }
    newer.set(text, signature);
    return signature;
  };
}
