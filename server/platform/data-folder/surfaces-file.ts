import { chmodSync, constants, copyFileSync, existsSync, lstatSync } from 'node:fs';
import path from 'node:path';
import { LOCAL_SURFACE_ID } from '@contract/console/surfaces';
import { StoredSurface, type StoredSurfaces, type SurfaceStore } from '../../console/surfaces/surface-store';
import type { Logger } from '../../log';
import { StoreUnusable } from '../../storage/store-errors';
import { readOwnFile, writeWhole } from '../../storage/files/own-files';
import { systemErrorCode } from '../../startup-problem';
import { fieldsOf } from '@contract/typed-objects';

const NAME = 'surfaces.json';
const OPEN_TO_OTHERS = 0o077;
const OURS_ONLY = 0o600;
const EMPTY: StoredSurfaces = { surfaces: [], defaultId: LOCAL_SURFACE_ID };

/**
 * Opens the configured surfaces in `surfaces.json`, read once at start. Unreadable content does not stop the gateway, and the first
 * change saves a copy of it beside the new file.
 */
export function openSurfacesFile(folder: string, log: Logger): SurfaceStore {
  const file = path.join(folder, NAME);
  closeToOthers(file, log);
  let { stored, problem } = readSurfaces(file);
  if (problem !== null) log.warn({ file }, problem);
  return {
    read: () => stored,
    write(next) {
      try {
        if (problem !== null) keepCopy(file);
        writeWhole(file, `${JSON.stringify(next, null, 2)}\n`);
      } catch (error) {
        throw new StoreUnusable(
          `The list of surfaces cannot be stored in ${file} (${systemErrorCode(error) || String(error)})`,
        );
      }
      stored = next;
      problem = null;
    },
    problem: () => problem,
  };
}

interface ReadSurfaces {
  stored: StoredSurfaces;
  problem: string | null;
}

function readSurfaces(file: string): ReadSurfaces {
  let text: string;
  try {
    text = readOwnFile(file);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') return { stored: EMPTY, problem: null };
    return { stored: EMPTY, problem: `The list of surfaces ${file} cannot be read (${code})` };
  }
  try {
    return checkSurfaces(JSON.parse(text), file);
  } catch {
    return { stored: EMPTY, problem: `The list of surfaces ${file} is not valid JSON. No surface of it is used` };
  }
}

/** Returns every valid surface, even if others are invalid. */
function checkSurfaces(value: unknown, file: string): ReadSurfaces {
  const { surfaces, defaultId } = fieldsOf(value);
  if (!Array.isArray(surfaces)) {
    return { stored: EMPTY, problem: `The file ${file} has no list of surfaces` };
  }
  const valid: StoredSurface[] = [];
  for (const entry of surfaces) {
    const { success, data } = StoredSurface.safeParse(entry);
    if (success && !valid.some(({ id }) => id === data.id)) valid.push(data);
  }
  const left = surfaces.length - valid.length;
  const isKnown = typeof defaultId === 'string' && valid.some(({ id }) => id === defaultId);
  return {
    stored: { surfaces: valid, defaultId: isKnown ? defaultId : LOCAL_SURFACE_ID },
    problem:
      left === 0 ? null : `Invalid entries in the list of surfaces ${file}: ${left} of ${surfaces.length} not used`,
  };
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

/** Restricts the file, which contains credentials, to its user. Links are left to `checkFolderIsOurs`, which rejects them. */
function closeToOthers(file: string, log: Logger): void {
  if (process.platform === 'win32') return;
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found?.isFile() || (found.mode & OPEN_TO_OTHERS) === 0) return;
  chmodSync(file, OURS_ONLY);
  log.warn({ file }, 'Other users could read the credentials of your surfaces. The file is private again');
}
