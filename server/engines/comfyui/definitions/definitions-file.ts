import { createHash } from 'node:crypto';
import { constants, readdirSync, rmSync } from 'node:fs';
import { mkdir, open, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { systemErrorCode } from '../../../startup-problem';
import { NO_FOLLOW } from '../../../storage/files/own-files';

export const DEFINITIONS_FOLDER = 'comfyui-definitions';
/** A ComfyUI with thousands of classes and models needs about a tenth of it. */
const MAX_FILE_BYTES = 16 * 1024 ** 2;
const MAX_TEXT_BYTES = 128 * 1024 ** 2;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

export interface StoredText {
  text: string;
  /** When the server sent it last, in Unix milliseconds. */
  readAt: number;
}

/**
 * The definitions that one ComfyUI sent last, compressed. They survive a restart of the gateway while that ComfyUI is off. The time of
 * the file is when they were sent last, so that an unchanged response rewrites nothing. Losing the file is harmless.
 */
export class DefinitionsFile {
  readonly #folder: string;
  readonly #path: string;
  readonly #maxBytes: number;

  constructor(folder: string, url: string, { maxBytes = MAX_FILE_BYTES } = {}) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#path = join(folder, nameOf(url));
  }

  /** Returns `null` if there is none, or if it is damaged. */
  async read(): Promise<StoredText | null> {
    const stored = await this.#bytes();
    if (stored === null) return null;
    try {
      const text = await decompress(stored.bytes, { maxOutputLength: MAX_TEXT_BYTES });
      return { text: text.toString('utf8'), readAt: stored.readAt };
    } catch {
      return null;
    }
  }

  /** Stores the text whole or not at all; removes an earlier one if it is too long. @throws the error of the system */
  async write({ text, readAt }: StoredText): Promise<void> {
    const bytes = await compress(text);
    if (bytes.byteLength > this.#maxBytes) return rm(this.#path, { force: true });
    if ((await this.#bytes())?.bytes.equals(bytes)) return this.touch(readAt);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const temporary = `${this.#path}.new`;
    await rm(temporary, { force: true });
    const file = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW, 0o600);
    try {
      await file.writeFile(bytes);
      await file.utimes(readAt / 1000, readAt / 1000);
    } finally {
      await file.close();
    }
    await rename(temporary, this.#path);
  }

  /** Notes that the stored text was sent again. */
  async touch(readAt: number): Promise<void> {
    try {
      await utimes(this.#path, readAt / 1000, readAt / 1000);
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOENT') throw error;
    }
  }

  async #bytes(): Promise<{ bytes: Buffer; readAt: number } | null> {
    try {
      const file = await open(this.#path, constants.O_RDONLY | NO_FOLLOW);
      try {
        const { size, mtimeMs } = await file.stat();
        return size > this.#maxBytes ? null : { bytes: await file.readFile(), readAt: Math.round(mtimeMs) };
      } finally {
        await file.close();
      }
    } catch {
      return null;
    }
  }
}

/** Removes what was stored of all other servers. @throws the error of the system */
export function keepDefinitionsOf(urls: readonly string[], folder: string): void {
  const kept = new Set(urls.map(nameOf));
  for (const name of namesIn(folder)) if (!kept.has(name)) rmSync(join(folder, name), { force: true, recursive: true });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** A URL may be longer than the name of a file, and has signs that Windows forbids there. */
function nameOf(url: string): string {
  return `${createHash('sha256').update(url).digest('hex').slice(0, 32)}.gz`;
}
