import { refusalWords } from '@/api/outbox/refusal-words';

/**
 * What to do about a failed run, one sentence for each code that surfaces are known to give. The surface's own message
 * says what happened; this says what comes next.
 */
const advice: Readonly<Record<string, string>> = {
  node_execution_error: 'Look at what this node was given, change it in the editor and run again.',
  workflow_refused: 'The engine does not accept this workflow as it is: mend the node it names and run again.',
  input_refused: 'Choose the file again in the editor, or another one in its place.',
  output_not_stored: 'Is the disk of the surface full? Make room and run again; the result was not kept.',
  output_too_large: 'Make the result smaller, or raise the limit of the surface, and run again.',
  output_unavailable: 'The engine made a file that it does not hand out. Run again, or look in its own output folder.',
  engine_crashed: 'Run it again. If it crashes at the same place, a smaller size or batch may get through.',
  engine_lost: 'The engine no longer knows this run. Nothing more comes of it: run it again.',
  engine_error: 'Run it again. If it happens twice, the log of the engine says more.',
  engine_interrupted: 'Somebody stopped it at the engine. Run it again if that was not meant.',
  engine_stopped: 'The engine was stopped or started anew. Run it again once it is back.',
  interrupted_too_often:
    'It ended the engine or the gateway each time it was begun. A smaller size or batch may get through; the log says more.',
  engine_too_old: 'Update the engine, then run it again.',
  credential_lost: 'Keys are never stored: submit it once more from the editor with the key.',
  missing_asset: 'A file that the workflow uses is gone: give it again in the editor.',
  upstream_error: 'The fault is with the surface. Run it again a little later.',
};

/** Null for a code that Flowdeck does not know. A run may fail for what would have refused it, too. */
export function errorAdvice(code: string): string | null {
  return (Object.hasOwn(advice, code) ? advice[code] : refusalWords(code)?.now) ?? null;
}
