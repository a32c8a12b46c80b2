import { setPriority } from 'node:os';
import { setUpImageLibrary } from '../../../images/image-library';
import { guardMemory } from '../../../child-process/memory-guard';
import { serveRequests } from '../../../child-process/serial-child';
import { runComputation } from './compute/run-computation';

// Child process that computes the built-in models, one call at a time, at a lower priority than the gateway and the browser.

// Leaves a third of a busy core, as for the engine.
const NICENESS = 5;
try {
  setPriority(NICENESS);
} catch {
  // Not permitted here: it then runs at normal priority.
}
guardMemory();
setUpImageLibrary();

serveRequests(runComputation);
