import type { HeldFile } from '../input-request';
import { zipNames } from './zip-names';
import { filePattern } from './zip-pattern';

/** Names of files that are saved one by one: those of a zip, without its folders. An upload has its own name already. */
export function fileNames(files: readonly HeldFile[], seeds: ReadonlyMap<string, string>): string[] {
  const names = zipNames(files, filePattern(), seeds);
  return files.map((file, index) => (file.job_id ? (names[index] ?? file.name).replaceAll('/', '_') : file.name));
}

/** The URL of a file that is saved as `name`: a name in the header of our gateway wins over the link's `download`. */
export function downloadUrl(url: string, name: string): string {
  const target = new URL(url, location.href);
  // The URL of another origin may be signed with all of its query.
  if (target.origin !== location.origin) return url;
  target.searchParams.set('filename', name);
  return target.href;
}
