import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import { listUnlistedFiles } from '../assets/recover-files';
import { discardUnreferencedBlobs } from '../assets/sweep';
import type { AppDeps } from '../deps';
import type { OperationHandler } from '../http/operation';
import { readJson } from '../http/read-json';
import { requireSpace } from '../storage/spare-room';
import { usageResponse } from './get-storage-usage';

/**
 * `POST /console/storage/unlisted-files`: what the owner decides about files that an older copy of the database does not list. `add`
 * lists them as uploads; `discard` moves them to the trash, from which `--recover` lists them for seven days.
 */
export const settleUnlistedFiles =
  (deps: AppDeps): OperationHandler =>
  async ({ request, caller: { owner } }) => {
    const { action } = await readJson(request, CONSOLE_BODIES.settleUnlistedFiles);
    const { unlistedFiles, log } = deps;
    if (unlistedFiles?.found) {
      if (action === 'add') {
        requireSpace(deps);
        const files = await listUnlistedFiles(deps);
        log.info({ files }, 'Stored files that the older database did not list are listed as uploads');
        unlistedFiles.settle();
      } else {
        log.info(
          { ...unlistedFiles.found },
          'Stored files that the older database does not list are moved to the trash',
        );
        unlistedFiles.settle();
        await discardUnreferencedBlobs(deps);
      }
    }
    return await usageResponse(deps, owner);
  };
