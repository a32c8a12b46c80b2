import { makeZip } from 'client-zip';
import { withConnection } from '@/api/connections';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import type { HeldFile } from '../dialog-requests/input-request';
import { MissingFileError, openHeldFile } from '../files/open-held-file';
import { additionName } from '../file-names/zip-names';
import type { ZipAddition } from '../dialog-requests/zip-request';
import type { FileAt } from '../dialog-requests/file-at';

export interface ZipProgress {
  files: number;
  bytes: number;
}

/** Files of a server that are not in the zip. */
export interface LostFiles {
  surface: Surface;
  count: number;
  error: unknown;
}

export interface ZipResult {
  blob: Blob;
  /** Servers that failed; empty if none did. */
  lost: readonly LostFiles[];
  /** Files that their server no longer has. */
  missing: readonly HeldFile[];
}

/** Lists the files that are not in the zip, unless an addition does. */
const MISSING_NAME = 'missing-files.txt';

interface ZipWork {
  files: readonly FileAt[];
  names: readonly string[];
  addition?: ZipAddition | undefined;
  signal: AbortSignal;
  onProgress: (progress: ZipProgress) => void;
}

/**
 * Yields the files one after the other as they download: one connection, and only the current chunk in memory. They are stored
 * uncompressed, since images and videos are compressed already.
 * @throws if a file cannot be read completely: a zip that silently lacks a file would be worse than none. Files that no longer exist
 * are omitted and listed, in `missing` and in the zip. With several servers, the files of a server that fails are omitted from then
 * on and reported in `lost`.
 */
async function* entries(
  { files, names, addition, signal, onProgress }: ZipWork,
  lost: Map<string, LostFiles>,
  missing: HeldFile[],
) {
  const hasOthers = new Set(files.map(({ surface }) => surface.id)).size > 1;
  const stored = new Map<HeldFile, string>();
  let bytes = 0;
  let count = 0;
  let gone: MissingFileError | null = null;
  for (const [index, { surface, file }] of files.entries()) {
    const known = lost.get(surface.id);
    if (known) {
      known.count += 1;
      continue;
    }
    let body: ReadableStream<Uint8Array<ArrayBuffer>>;
    try {
      body = await openHeldFile(surface, file, signal);
    } catch (error) {
      if (error instanceof MissingFileError) {
        gone ??= error;
        missing.push(file);
        continue;
      }
      if (!hasOthers || signal.aborted) throw error;
      lost.set(surface.id, { surface, count: 1, error });
      continue;
    }
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        onProgress({ files: count, bytes });
        controller.enqueue(chunk);
      },
    });
    const name = names[index] ?? file.name;
    yield { name, input: body.pipeThrough(counter), lastModified: new Date() };
    stored.set(file, name);
    count += 1;
    onProgress({ files: count, bytes });
  }
  const [first] = lost.values();
  if (count === 0 && first) throw first.error;
  if (count === 0 && gone) throw gone;
  const list =
    addition ?? (count < files.length ? { name: MISSING_NAME, textOf: () => missingText(files, stored) } : null);
  if (list) yield { name: additionName(list.name, names), input: list.textOf(stored), lastModified: new Date() };
}

function missingText(files: readonly FileAt[], stored: ReadonlyMap<HeldFile, string>): string {
  const lines = files.flatMap(({ surface, file }) =>
    stored.has(file)
      ? []
      : [
          file.job_id
            ? t('{file} of job {jobId} on {server}', { file: file.name, jobId: file.job_id, server: surface.name })
            : t('{file} on {server}', { file: file.name, server: surface.name }),
        ],
  );
  return [t('Not in this zip:'), ...lines].map((line) => `${line}\r\n`).join('');
}

/** Creates the whole zip; its bytes are in the origin private file system. */
export async function makeZipBlob(work: ZipWork): Promise<ZipResult> {
  const lost = new Map<string, LostFiles>();
  const missing: HeldFile[] = [];
  // The browser does not expose the cause of a failed stream.
  let failure: unknown = null;
  async function* noted() {
    try {
      yield* entries(work, lost, missing);
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  const blob = await withConnection('download', work.signal, () => new Response(makeZip(noted())).blob()).catch(
    (error: unknown) => {
      throw failure ?? error;
    },
  );
  return { blob: new Blob([blob], { type: 'application/zip' }), lost: [...lost.values()], missing };
}
