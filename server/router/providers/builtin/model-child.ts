import { setPriority } from 'node:os';
import sharp from 'sharp';
import { answerQuestions } from '../../../processes/serial-child';
import { runComputation } from './compute/run-computation';

// The process that computes the built-in models, one call at a time. The gateway and the browser go first.

// A third of a busy core is left, as for the engine.
const NICENESS = 5;
try {
  setPriority(NICENESS);
} catch {
  // Not allowed here: it then runs as everything else does.
}
// What sharp keeps for the next picture only costs memory.
sharp.cache(false);
sharp.concurrency(1);

answerQuestions(runComputation);
