import { existsSync } from 'node:fs';
import path from 'node:path';
import { StartupProblem } from '../../startup-problem';

/** Stays in a data folder until everything is restored. */
export const UNFINISHED_RESTORE = 'unfinished-restore';

/** @throws StartupProblem if a kill or a failure interrupted `flowdeck restore` */
export function refuseUnfinishedRestore(folder: string): void {
  if (!existsSync(path.join(folder, UNFINISHED_RESTORE))) return;
  throw new StartupProblem(
    `The restore into ${folder} did not finish: run the same flowdeck restore again, or name another folder with --data-dir.`,
  );
}
