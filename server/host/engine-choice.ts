import { dirname } from 'node:path';
import { systemClock } from '../clock';
import { AutoEngine } from '../engines/auto-engine';
import { ComfyuiEngine } from '../engines/comfyui/comfyui-engine';
import type { Engine } from '../engines/engine';
import { EmbeddedEngine } from '../engines/embedded/embedded-engine';
import { ScriptedEngine } from '../engines/scripted/scripted-engine';
import type { Logger } from '../log';
import type { FileBlobs } from '../storage/file-blobs';
import type { GatewayOptions } from './gateway-options';

export interface EngineParts {
  blobs: FileBlobs;
  engineScript: string;
  /** The data folder: what an engine must know after a restart. */
  stateDir: string;
  log: Logger;
}

export function createEngine(options: GatewayOptions, parts: EngineParts): Engine {
  switch (options.engine) {
    case 'comfyui':
      return comfyuiEngine(options, parts);
    case 'auto':
      return new AutoEngine({ comfyui: comfyuiEngine(options, parts), embedded: embeddedEngine(parts) });
    case 'embedded':
      return embeddedEngine(parts);
    case 'scripted':
      return new ScriptedEngine({ clock: systemClock, parallel: options.scriptedParallel });
  }
}

function embeddedEngine({ blobs, engineScript, log }: EngineParts): EmbeddedEngine {
  return new EmbeddedEngine({ script: engineScript, workDir: blobs.workDir, assetDir: dirname(blobs.workDir), log });
}

function comfyuiEngine({ comfyui }: GatewayOptions, { blobs, stateDir, log }: EngineParts): ComfyuiEngine {
  return new ComfyuiEngine({ url: comfyui, workDir: blobs.workDir, stateDir, log });
}
