import { t } from '@/lib/i18n/messages';
/** A file of a list, whose value is its path as the server gives it. */
export interface PickerFile {
  value: string;
  name: string;
  /** Folders above it, such as `xl/realistic`; empty for none. */
  folder: string;
}

export type PickerRow =
  | { kind: 'heading'; key: string; text: string }
  | {
      kind: 'file';
      key: string;
      file: PickerFile;
      /** The folder is not in the heading above. */ showsFolder: boolean;
    };

/** @param value with slashes, or backslashes from Windows */
export function pickerFile(value: string): PickerFile {
  const parts = value.split(/[/\\]/);
  const name = parts.pop() ?? value;
  return { value, name, folder: parts.join('/') };
}

export interface PickerGroups {
  /** Recently used ones, newest first. */
  recent: readonly string[];
  /** Names close to a missing one. */
  similar: readonly string[];
}

const MAX_RECENT = 5;
/** Shorter lists are seen at a glance. */
const MIN_FILES_FOR_RECENT = 8;

/** Returns the rows of the whole list: similar and recent files first, then those without a folder, then folder by folder. */
export function groupedRows(files: readonly PickerFile[], { recent, similar }: PickerGroups): PickerRow[] {
  const byValue = new Map(files.map((file) => [file.value, file]));
  const listed = (values: readonly string[]) => values.flatMap((value) => byValue.get(value) ?? []);
  const folders = new Map<string, PickerFile[]>();
  for (const file of files) {
    const group = folders.get(file.folder);
    if (group) group.push(file);
    else folders.set(file.folder, [file]);
  }
  const root = folders.get('') ?? [];
  folders.delete('');
  const recentFiles = files.length < MIN_FILES_FOR_RECENT ? [] : listed(recent).slice(0, MAX_RECENT);
  const before = [...group(t('Similar names'), listed(similar), true), ...group(t('Recently used'), recentFiles, true)];
  const isOnly = before.length === 0 && folders.size === 0;
  return [
    ...before,
    ...(isOnly ? rowsOf(root, '', false) : group(folders.size === 0 ? t('All files') : t('No folder'), root, false)),
    ...[...folders].flatMap(([folder, inside]) => group(folder, inside, false)),
  ];
}

function group(text: string, files: readonly PickerFile[], showsFolder: boolean): PickerRow[] {
  if (files.length === 0) return [];
  return [{ kind: 'heading', key: `heading ${text}`, text }, ...rowsOf(files, text, showsFolder)];
}

function rowsOf(files: readonly PickerFile[], group: string, showsFolder: boolean): PickerRow[] {
  return files.map((file) => ({ kind: 'file', key: `${group} ${file.value}`, file, showsFolder }));
}

/**
 * Returns the rows that contain every typed word in their path: first those whose name begins with the text, then those whose name
 * has all words, then the rest.
 */
export function foundRows(files: readonly PickerFile[], typed: string): PickerRow[] {
  const text = typed.trim().toLowerCase();
  const words = text.split(/[\s/\\]+/).filter((word) => word !== '');
  const ranked: [PickerFile[], PickerFile[], PickerFile[]] = [[], [], []];
  for (const file of files) {
    const path = file.value.toLowerCase();
    if (!words.every((word) => path.includes(word))) continue;
    const name = file.name.toLowerCase();
    const hasAll = words.every((word) => name.includes(word));
    ranked[name.startsWith(text) ? 0 : hasAll ? 1 : 2].push(file);
  }
  return rowsOf(ranked.flat(), 'found', true);
}
