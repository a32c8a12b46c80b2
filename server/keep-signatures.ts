/** Some 5 MB. A job of thousands of outputs is read again and again, with the same addresses for hours. */
const MAX_KEPT = 20_000;

/** Makes each signature once, as long as few others were made since. */
export function keepSignatures(sign: (text: string) => string, max = MAX_KEPT): (text: string) => string {
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
