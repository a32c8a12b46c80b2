import { msg, type Message } from '@/lib/i18n/messages';

/** File names inside a zip, by a pattern; a slash in it creates folders. */

/** Files of several runs of one workflow have the same name: title, date and counter distinguish them. */
export const DEFAULT_PATTERN = '{title} {date} {n}.{ext}';

/** Pattern for files that are saved one by one, into a folder with files of other runs. */
export const FILE_PATTERN = '{title} {date} {job} {n}.{ext}';

/** Tokens and their meaning, for the help next to the field. */
export const PATTERN_TOKENS: readonly (readonly [token: string, meaning: Message])[] = [
  ['{title}', msg('the title of the job')],
  ['{date}', msg('when it was made')],
  ['{node}', msg('the id of the node')],
  ['{seed}', msg('the first seed of the job')],
  ['{server}', msg('the name of the server')],
  ['{name}', msg('the name without its ending')],
  ['{ext}', msg('its ending')],
  ['{n}', msg('the number in the list')],
  ['{job}', msg('the start of the job’s id')],
  ['{hash}', msg('the start of the hash')],
];

interface NamedFile {
  name: string;
  hash: string | null;
  job_id?: string | null | undefined;
  node_id?: string | undefined;
  job_title?: string | undefined;
  made_at?: string | undefined;
  /** Name of the server that has it. */
  server?: string | undefined;
  seed?: string | undefined;
}

/** Returns one unique name per file. No name points outside the folder of extraction. */
export function zipNames(files: readonly NamedFile[], pattern: string): string[] {
  const digits = String(files.length).length;
  const taken: TakenNames = new Map();
  return files.map((file, index) => {
    const values: Record<string, string> = {
      title: titleOf(file),
      date: dateOf(file.made_at),
      node: file.node_id ?? 'file',
      seed: file.seed ?? 'none',
      server: file.server ?? 'server',
      name: stemOf(file.name),
      ext: endingOf(file.name),
      n: String(index + 1).padStart(digits, '0'),
      job: (file.job_id ?? 'upload').slice(0, 8),
      hash: (file.hash ?? '').replace(/^blake3:/, '').slice(0, 8) || 'unknown',
    };
    // Only the pattern may create folders, not the name of a file.
    const filled = (pattern.trim() || DEFAULT_PATTERN).replace(/\{(\w+)\}/g, (token, key: string) =>
      Object.hasOwn(values, key) ? (values[key] ?? '').replaceAll('/', '_') : token,
    );
    return unique(safePath(withEnding(filled, values['ext'] ?? '')), taken);
  });
}

/** Returns the name of an additional file, distinct from the names of the files. */
export function additionName(name: string, names: readonly string[]): string {
  return unique(name, new Map(names.map((other) => [other.toLowerCase(), 2])));
}

/** Removes the extension, since workflows are often named like their file. */
function titleOf({ name, job_title }: NamedFile): string {
  return job_title?.trim().replace(/\.(?:json|png)$/i, '') || stemOf(name);
}

/** `2026-11-22`, in local time as file managers show it. */
function dateOf(madeAt: string | undefined): string {
  const date = new Date(madeAt ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return 'undated';
  const part = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}

function stemOf(name: string): string {
  return name.replace(/(?<=.)\.[^.]*$/, '');
}

function endingOf(name: string): string {
  return /.\.([^.]+)$/.exec(name)?.[1] ?? '';
}

/** Appends the extension, without which the file would not open. */
function withEnding(path: string, ending: string): string {
  const bare = path.replace(/(?<!\.)\.+$/, '');
  return ending === '' || bare.toLowerCase().endsWith(`.${ending.toLowerCase()}`) ? bare : `${bare}.${ending}`;
}

function safePath(path: string): string {
  const parts = path
    // oxlint-disable-next-line no-control-regex -- a name may come from anywhere
    .replace(/[\u0000-\u001f\u007f\\:*?"<>|]/g, '_')
    .split('/')
    .map((part) => part.trim())
    .filter((part) => !/^\.*$/.test(part));
  return parts.join('/') || 'file';
}

/** Names in lower case, for case-insensitive file systems, each with the number that the next file of this name gets. */
type TakenNames = Map<string, number>;

/** Makes a name unique, and takes it. */
function unique(path: string, taken: TakenNames): string {
  const [, stem = path, ending = ''] = /^(.*?)(\.[^./]+)?$/s.exec(path) ?? [];
  let name = path;
  // Counts on from the last equal name: thousands of files may have one name.
  let count = taken.get(path.toLowerCase()) ?? 2;
  for (; taken.has(name.toLowerCase()); count += 1) name = `${stem} (${count})${ending}`;
  taken.set(path.toLowerCase(), count);
  if (name !== path) taken.set(name.toLowerCase(), 2);
  return name;
}
