import { zipNames } from './zip-names';
import { filePattern } from './file-pattern';
import type { FileAt } from '../dialog-requests/file-at';

/** Seeds by `seedKey`. */
export type Seeds = ReadonlyMap<string, string>;

/** Includes the server, since two servers may use the same job id. */
export function seedKey(surfaceId: string, jobId: string | null): string {
  return `${surfaceId}/${jobId ?? ''}`;
}

export function namesInZip(files: readonly FileAt[], pattern: string, seeds: Seeds): string[] {
  const named = files.map(({ surface, file }) => ({
    ...file,
    server: surface.name,
    seed: seeds.get(seedKey(surface.id, file.job_id ?? null)),
  }));
  return zipNames(named, pattern);
}

/** Returns the names of files that are saved one by one: those of a zip without its folders. Uploads keep their name. */
export function fileNames(files: readonly FileAt[], seeds: Seeds): string[] {
  const names = namesInZip(files, filePattern(), seeds);
  return files.map(({ file }, index) => (file.job_id ? (names[index] ?? file.name).replaceAll('/', '_') : file.name));
}

/** Returns the URL that saves a file as `name`: the file name header of our gateway takes precedence over `download`. */
export function downloadUrl(url: string, name: string): string {
  const target = new URL(url, location.href);
  // The URL of another origin may have a signature that covers its query.
  if (target.origin !== location.origin) return url;
  target.searchParams.set('filename', name);
  return target.href;
}
