import { constants, setPriority } from 'node:os';
import { makeThumbnail } from './make-thumbnail';
import type { ThumbnailAnswer, ThumbnailQuestion } from './child-thumbnailer';

// The process that opens pictures of strangers for the gateway. It is asked for one at a time, ends with its parent,
// and stands behind the engine in the line for the processor.

try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // Not allowed here: it then runs as everything else does.
}

process.on('message', (question: ThumbnailQuestion) => {
  void makeThumbnail(question.path, question.side).then((bytes) => {
    const answer: ThumbnailAnswer = { id: question.id, bytes };
    process.send?.(answer);
    return answer;
  });
});
process.on('disconnect', () => process.exit(0));
