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
  const { text, isWhole } = await readUpTo(response, limits);
  if (!isWhole) throw new ComfyTooLarge(limits.path, limits.maxBytes);
  return text;
}

/** Reads only the beginning of a body. */
export async function readBeginning(response: Response, limits: BodyLimits): Promise<string> {
  return (await readUpTo(response, limits)).text;
}

async function readUpTo(
  response: Response,
  { maxBytes, signal }: BodyLimits,
): Promise<{ text: string; isWhole: boolean }> {
  if (!response.body) return { text: '', isWhole: true };
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const stop = () => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  const parts: string[] = [];
  let size = 0;
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return { text: parts.join('') + decoder.decode(), isWhole: true };
      size += value.byteLength;
      if (size > maxBytes) {
        parts.push(decoder.decode(value.subarray(0, value.byteLength - (size - maxBytes))));
        return { text: parts.join(''), isWhole: false };
      }
      parts.push(decoder.decode(value, { stream: true }));
    }
  } finally {
    signal.removeEventListener('abort', stop);
    await reader.cancel().catch(() => {});
  }
}
