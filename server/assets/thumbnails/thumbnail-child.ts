import { constants, setPriority } from 'node:os';
import { setUpImageLibrary } from '../../images/image-library';
import { guardMemory } from '../../child-process/memory-guard';
import { serveRequests } from '../../child-process/serial-child';
import type { ThumbnailRequest } from './child-thumbnailer';
import { makeThumbnail } from './make-thumbnail';

// Child process that decodes untrusted images for the gateway. It handles one at a time, exits with its parent, and has a lower
// CPU priority than the engine.

try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // Not permitted on this system: it runs with normal priority.
}

guardMemory();
setUpImageLibrary();
serveRequests(({ path, side }: ThumbnailRequest) => makeThumbnail(path, side));
