import { constants } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { safeFileName } from '../engines/safe-name';
import type { OutputFolder } from '../jobs/output-folder';
import type { Blobs } from '../storage/blobs';
import { systemErrorCode } from '../startup-problem';

/** `prefix_00001_.png`, as named by SaveImage: the counter continues across all runs. */
const COUNTED = /^(.*)_(\d{5,})_(\.[^.]+)$/;

/** Opens the output folder. Names are chosen one at a time: two outputs that finish together get two numbers. */
export function openOutputFolder(folder: string, blobs: Pick<Blobs, 'path'>): OutputFolder {
  let last: Promise<unknown> = Promise.resolve();
  const copy = async (name: string, blob: string): Promise<void> => {
    const source = blobs.path(blob);
    if (source === null) return;
    try {
      await mkdir(folder, { recursive: true });
      for (const candidate of freeNames(name, await readdir(folder))) {
        if (await copyAs(source, path.join(folder, candidate))) return;
      }
    } catch (error) {
      throw new Error(`Could not copy ${name} to the output folder (${systemErrorCode(error)})`, { cause: error });
    }
  };
  return {
    put(name, blob) {
      // Defense in depth: names in this folder may come from another program.
      const mine = last.then(() => copy(safeFileName(name), blob));
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}

/** @returns false if a file of this name exists. */
async function copyAs(source: string, target: string): Promise<boolean> {
  try {
    await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Yields the name itself if it is free, then numbers after the highest one. Endless, since other programs write there too. */
export function* freeNames(name: string, taken: readonly string[]): Generator<string> {
  const [, prefix, , extension] = COUNTED.exec(name) ?? [];
  if (prefix !== undefined && extension !== undefined) {
    const numbers = taken.flatMap((other) => {
      const [, otherPrefix, number, otherExtension] = COUNTED.exec(other) ?? [];
      return otherPrefix === prefix && otherExtension === extension ? [Number(number)] : [];
    });
    for (let number = Math.max(0, ...numbers) + 1; ; number += 1) {
      yield `${prefix}_${String(number).padStart(5, '0')}_${extension}`;
    }
  }
  if (!taken.includes(name)) yield name;
  const { name: stem, ext } = path.parse(name);
  for (let number = 2; ; number += 1) {
    const candidate = `${stem} (${number})${ext}`;
    if (!taken.includes(candidate)) yield candidate;
  }
}
