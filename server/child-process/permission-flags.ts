import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';

export interface ProcessRights {
  /** Folders that are read, beside the code of the process. */
  reads?: readonly string[];
  writes?: readonly string[];
  /** Native code, such as the image library. Node's permissions do not hold it: it can read what the user can. */
  addons?: boolean;
}

/** `--permission` since Node 22.13; before that it was experimental under another name; null where there is none. */
const SWITCH = ['--permission', '--experimental-permission'].find((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
);

/**
 * Flags of Node's permission model for a built script: it reads its own code and the named folders, writes only where it
 * is told, and starts neither processes nor threads. From Node 25 on, it has no network either. Empty if this Node has no
 * permission model.
 */
export function permissionFlags(script: string, { reads = [], writes = [], addons = false }: ProcessRights): string[] {
  if (SWITCH === undefined) return [];
  const readable = [...codeOf(script), ...reads.flatMap(withRealPath).map(allUnder)];
  const writable = writes.flatMap(withRealPath).map(allUnder);
  return [
    SWITCH,
    // The children write nothing to the console; Node would warn of each flag at each start.
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    ...withoutCovered(readable).map((each) => `--allow-fs-read=${each}`),
    ...withoutCovered(writable).map((each) => `--allow-fs-write=${each}`),
    ...(addons ? ['--allow-addons'] : []),
  ];
}

/** The folder of the script and the packages that Node finds from there. */
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

/** Both spellings: the one that is asked for, and the one that the system resolves it to. */
function withRealPath(folder: string): string[] {
  try {
    return [...new Set([folder, realpathSync(folder)])];
  } catch {
    return [folder];
  }
}

/** Node 20 aborts if a path is named twice, and has no use for one that lies in a folder that is allowed as a whole. */
function withoutCovered(paths: readonly string[]): string[] {
  const unique = [...new Set(paths)];
  const folders = unique.filter((each) => each.endsWith(`${path.sep}*`)).map((each) => each.slice(0, -1));
  return unique.filter((each) => !folders.some((folder) => each !== `${folder}*` && each.startsWith(folder)));
}

const allUnder = (folder: string) => path.join(folder, '*');
