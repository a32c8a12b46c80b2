/** The response of ComfyUI exceeds the limit for its kind. */
export class ComfyTooLarge extends Error {
  constructor(path: string, maxBytes: number) {
    super(`The response of ComfyUI to ${path} is larger than ${Math.round(maxBytes / 1024 ** 2)} MB`);
    this.name = 'ComfyTooLarge';
  }
}

export interface BodyLimits {
  path: string;
  /** Counted after decompression: 400 MB of zeros take 400 kB of gzip. */
  maxBytes: number;
  /** Aborts at the time limit of the whole response, or when the caller aborts. */
  signal: AbortSignal;
}

/**
 * Reads a body as text, and aborts the transfer at the limit.
 * @throws ComfyTooLarge, the reason of `signal`, or the connection error.
 */
export async function readLimited(response: Response, limits: BodyLimits): Promise<string> {
  const { text, isWhole } = await readText(response, limits);
  if (!isWhole) throw new ComfyTooLarge(limits.path, limits.maxBytes);
  return text;
}

/** Reads only the beginning of a body. */
export async function readBeginning(response: Response, limits: BodyLimits): Promise<string> {
  return (await readText(response, limits)).text;
}

/** Reads a body as bytes. @throws as `readLimited` */
export async function readLimitedBytes(response: Response, limits: BodyLimits): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  const isWhole = await readUpTo(response, limits, (chunk) => parts.push(chunk));
  if (!isWhole) throw new ComfyTooLarge(limits.path, limits.maxBytes);
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

async function readText(response: Response, limits: BodyLimits): Promise<{ text: string; isWhole: boolean }> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  const isWhole = await readUpTo(response, limits, (chunk) => parts.push(decoder.decode(chunk, { stream: true })));
  return { text: parts.join('') + (isWhole ? decoder.decode() : ''), isWhole };
}

/** @returns `false` if the body goes on beyond the limit */
async function readUpTo(
  response: Response,
  { maxBytes, signal }: BodyLimits,
  take: (chunk: Uint8Array) => void,
): Promise<boolean> {
  if (!response.body) return true;
  const reader = response.body.getReader();
  const stop = () => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  let size = 0;
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return true;
      size += value.byteLength;
      if (size > maxBytes) {
        take(value.subarray(0, value.byteLength - (size - maxBytes)));
        return false;
      }
      take(value);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    await reader.cancel().catch(() => {});
  }
}
