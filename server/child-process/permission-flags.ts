import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';

export interface ProcessRights {
  /** Readable folders, besides the code of the process. */
  reads?: readonly string[];
  writes?: readonly string[];
  /** Allows native code, such as the image library. Node's permissions do not restrict it: it can read what the user can. */
  addons?: boolean;
}

/** `--permission` since Node 22.13, before that an experimental flag; `null` if there is none. */
const SWITCH = ['--permission', '--experimental-permission'].find((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
);

/**
 * Returns the flags of Node's permission model for a built script: it can read its own code and the given folders, write only
 * to the given ones, and start neither processes nor threads. From Node 25 on it has no network either. Empty if this Node has
 * no permission model.
 */
export function permissionFlags(script: string, { reads = [], writes = [], addons = false }: ProcessRights): string[] {
  if (SWITCH === undefined) return [];
  const readable = [...codeOf(script), ...reads.flatMap(withRealPath).map(allUnder)];
  const writable = writes.flatMap(withRealPath).map(allUnder);
  return [
    SWITCH,
    // Suppresses Node's warning about each flag at each start.
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    ...withoutCovered(readable).map((each) => `--allow-fs-read=${each}`),
    ...withoutCovered(writable).map((each) => `--allow-fs-write=${each}`),
    ...(addons ? ['--allow-addons'] : []),
  ];
}

/** Returns the folder of the script and the package folders that Node resolves from there. */
function codeOf(script: string): string[] {
  const found = new Set<string>();
  for (const start of withRealPath(path.dirname(path.resolve(script)))) {
    found.add(allUnder(start));
    for (let folder = start; ; folder = path.dirname(folder)) {
      const manifest = path.join(folder, 'package.json');
      if (existsSync(manifest)) found.add(manifest);
      const modules = path.join(folder, 'node_modules');
      if (existsSync(modules)) for (const each of withRealPath(modules)) found.add(allUnder(each));
      if (folder === path.dirname(folder)) break;
    }
  }
  return [...found];
}

/** Returns the path as given and as resolved by the system. */
function withRealPath(folder: string): string[] {
  try {
    return [...new Set([folder, realpathSync(folder)])];
  } catch {
    return [folder];
  }
}

/** Removes duplicates, on which Node 20 aborts, and paths inside of other allowed folders. */
function withoutCovered(paths: readonly string[]): string[] {
  const unique = [...new Set(paths)];
  const folders = unique.filter((each) => each.endsWith(`${path.sep}*`)).map((each) => each.slice(0, -1));
  return unique.filter((each) => !folders.some((folder) => each !== `${folder}*` && each.startsWith(folder)));
}

const allUnder = (folder: string) => path.join(folder, '*');
