import { systemClock } from '../clock';
import type { Engine } from '../engines/engine';
import { EmbeddedEngine } from '../engines/embedded/embedded-engine';
import { ScriptedEngine } from '../engines/scripted/scripted-engine';
import type { Logger } from '../log';
import type { FileBlobs } from '../storage/file-blobs';
import type { GatewayOptions } from './flags';
import { StartupProblem } from './startup-problem';

/** @throws StartupProblem for an engine that this version does not have. */
export function createEngine(
  options: GatewayOptions,
  { blobs, engineScript, log }: { blobs: FileBlobs; engineScript: string; log: Logger },
): Engine {
  switch (options.engine) {
    case 'comfyui':
      throw new StartupProblem(
        'Running jobs on ComfyUI comes with a later version: leave --engine out to use the embedded engine.',
      );
    case 'auto':
    case 'embedded':
      return new EmbeddedEngine({ script: engineScript, workDir: blobs.workDir, log });
    case 'scripted':
      return new ScriptedEngine({ clock: systemClock, parallel: options.scriptedParallel });
  }
}
