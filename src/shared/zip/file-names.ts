import { zipNames } from './zip-names';
import { filePattern } from './zip-pattern';
import type { FileAt } from './zip-request';

/** Seeds by `seedKey`. */
export type Seeds = ReadonlyMap<string, string>;

/** Two servers may give the same id to a job. */
export function seedKey(surfaceId: string, jobId: string | null): string {
  return `${surfaceId}/${jobId ?? ''}`;
}

/** Names of files in a zip, by a pattern. */
export function namesInZip(files: readonly FileAt[], pattern: string, seeds: Seeds): string[] {
  const named = files.map(({ surface, file }) => ({
    ...file,
    server: surface.name,
    seed: seeds.get(seedKey(surface.id, file.job_id ?? null)),
  }));
  return zipNames(named, pattern);
}

/** Names of files that are saved one by one: those of a zip, without its folders. An upload has its own name already. */
export function fileNames(files: readonly FileAt[], seeds: Seeds): string[] {
  const names = namesInZip(files, filePattern(), seeds);
  return files.map(({ file }, index) => (file.job_id ? (names[index] ?? file.name).replaceAll('/', '_') : file.name));
}

/** The URL of a file that is saved as `name`: a name in the header of our gateway wins over the link's `download`. */
export function downloadUrl(url: string, name: string): string {
  const target = new URL(url, location.href);
  // The URL of another origin may be signed with all of its query.
  if (target.origin !== location.origin) return url;
  target.searchParams.set('filename', name);
  return target.href;
}
