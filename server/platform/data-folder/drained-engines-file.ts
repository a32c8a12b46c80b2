import path from 'node:path';
import { z } from 'zod/mini';
import type { DrainedEngines } from '../../engines/engine-pool';
import type { Logger } from '../../log';
import { StoreUnusable } from '../../storage/store-errors';
import { readOwnFile, writeWhole } from '../../storage/files/own-files';
import { systemErrorCode } from '../../startup-problem';

const NAME = 'drained-engines.json';
const Names = z.array(z.string());

/** Opens the list of engines drained in the console, `drained-engines.json`. An unreadable file drains none. */
export function openDrainedEngines(folder: string, log: Logger): DrainedEngines {
  const file = path.join(folder, NAME);
  let names = readNames(file, log);
  return {
    read: () => names,
    write(next) {
      try {
        writeWhole(file, `${JSON.stringify(next, null, 2)}\n`);
      } catch (error) {
        const reason = systemErrorCode(error) || String(error);
        throw new StoreUnusable(`Which engines are draining cannot be stored in ${file} (${reason})`);
      }
      names = next;
    },
  };
}

function readNames(file: string, log: Logger): readonly string[] {
  try {
    return Names.parse(JSON.parse(readOwnFile(file)));
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') {
      log.warn({ file }, 'The list of drained engines cannot be read, so all of them get jobs');
    }
    return [];
  }
}
