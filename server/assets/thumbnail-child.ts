import { constants, setPriority } from 'node:os';
import { setUpImageLibrary } from '../images/image-library';
import { guardMemory } from '../child-process/memory-guard';
import { answerQuestions } from '../child-process/serial-child';
import type { ThumbnailQuestion } from './child-thumbnailer';
import { makeThumbnail } from './make-thumbnail';

// The process that opens pictures of strangers for the gateway. It is asked for one at a time, ends with its parent,
// and stands behind the engine in the line for the processor.

try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // Not allowed here: it then runs as everything else does.
}

guardMemory();
setUpImageLibrary();
answerQuestions(({ path, side }: ThumbnailQuestion) => makeThumbnail(path, side));
