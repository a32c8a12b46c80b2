import { setPriority } from 'node:os';
import { setUpImageLibrary } from '../../../images/image-library';
import { guardMemory } from '../../../child-process/memory-guard';
import { answerQuestions } from '../../../child-process/serial-child';
import { runComputation } from './compute/run-computation';

// The process that computes the built-in models, one call at a time. The gateway and the browser go first.

// A third of a busy core is left, as for the engine.
const NICENESS = 5;
try {
  setPriority(NICENESS);
} catch {
  // Not allowed here: it then runs as everything else does.
}
guardMemory();
setUpImageLibrary();

answerQuestions(runComputation);
