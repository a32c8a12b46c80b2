import { chmodSync, constants, copyFileSync, existsSync, lstatSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from '../../log';
import { StoreUnusable } from '../../storage/store-errors';
import { readOwnFile, writeWhole } from '../../storage/files/own-files';
import { systemErrorCode } from '../../startup-problem';

const OPEN_TO_OTHERS = 0o077;
const OURS_ONLY = 0o600;

export interface PrivateFile<Value> {
  read(): Value;
  /** Stores the value durably before it returns. @throws StoreUnusable */
  write(next: Value): void;
  /** Describes what could not be read; `null` if everything was. */
  problem(): string | null;
}

export interface CheckedValue<Value> {
  value: Value;
  problem: string | null;
}

interface PrivateFileParts<Value> {
  /** Such as `The list of surfaces`. */
  what: string;
  /** Such as `the credentials of your surfaces`. */
  secrets: string;
  empty: Value;
  /** Returns what is valid, even if the rest is not. */
  check: (value: unknown, file: string) => CheckedValue<Value>;
  log: Logger;
}

/**
 * Opens a JSON file of the data folder that contains credentials, read once at start. Unreadable content does not stop the gateway,
 * and the first change saves a copy of it beside the new file.
 */
export function openPrivateFile<Value>(
  folder: string,
  name: string,
  { what, secrets, empty, check, log }: PrivateFileParts<Value>,
): PrivateFile<Value> {
  const file = path.join(folder, name);
  if (closeToOthers(file)) log.warn({ file }, `Other users could read ${secrets}. The file is private again`);
  let { value: stored, problem } = readValue(file, { what, empty, check });
  if (problem !== null) log.warn({ file }, problem);
  return {
    read: () => stored,
    write(next) {
      try {
        if (problem !== null) keepCopy(file);
        writeWhole(file, `${JSON.stringify(next, null, 2)}\n`);
      } catch (error) {
        throw new StoreUnusable(`${what} cannot be stored in ${file} (${systemErrorCode(error) || String(error)})`);
      }
      stored = next;
      problem = null;
    },
    problem: () => problem,
  };
}

function readValue<Value>(
  file: string,
  { what, empty, check }: Pick<PrivateFileParts<Value>, 'what' | 'empty' | 'check'>,
): CheckedValue<Value> {
  let text: string;
  try {
    text = readOwnFile(file);
  } catch (error) {
    const code = systemErrorCode(error);
    return { value: empty, problem: code === 'ENOENT' ? null : `${what} ${file} cannot be read (${code})` };
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { value: empty, problem: `${what} ${file} is not valid JSON. Nothing of it is used` };
  }
  return check(parsed, file);
}

/**
 * Copies the file under a free name, readable by its user only. @throws the error of the system, also if the file is not a regular
 * one
 */
function keepCopy(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) return;
  // Other file types would be followed or replaced.
  if (!found.isFile()) throw new Error('not a regular file');
  const copy = freeName(file);
  copyFileSync(file, copy, constants.COPYFILE_EXCL);
  chmodSync(copy, OURS_ONLY);
}

function freeName(file: string): string {
  for (let number = 1; ; number += 1) {
    const name = file.replace(/\.json$/, `.damaged-${number}.json`);
    if (!existsSync(name)) return name;
  }
}

/**
 * Restricts the file to its user. Links are left to `checkFolderIsOurs`, which rejects them.
 * @returns true if others could read it
 */
function closeToOthers(file: string): boolean {
  if (process.platform === 'win32') return false;
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found?.isFile() || (found.mode & OPEN_TO_OTHERS) === 0) return false;
  chmodSync(file, OURS_ONLY);
  return true;
}
