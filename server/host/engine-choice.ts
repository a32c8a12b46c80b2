import { dirname, join } from 'node:path';
import { systemClock, type Clock } from '../clock';
import { ComfyuiEngine, LEDGER_FOLDER } from '../engines/comfyui/comfyui-engine';
import { notedEngines } from '../engines/comfyui/run-ledger';
import type { Engine, EngineAddress } from '../engines/engine';
import { EnginePool, type NamedEngine } from '../engines/engine-pool';
import { EmbeddedEngine } from '../engines/embedded/embedded-engine';
import { ScriptedEngine } from '../engines/scripted/scripted-engine';
import type { Logger } from '../log';
import type { FileBlobs } from '../storage/file-blobs';
import type { GatewayOptions } from './gateway-options';

export interface EngineParts {
  blobs: Pick<FileBlobs, 'workDir'>;
  engineScript: string;
  /** The data folder: what an engine must know after a restart. */
  stateDir: string;
  log: Logger;
  /** Absent: the time of the system. */
  clock?: Clock;
}

export function createEngine(options: GatewayOptions, parts: EngineParts): Engine {
  switch (options.engine) {
    case 'comfyui':
      return comfyuiPool(options.comfyui, parts, null);
    case 'auto':
      return comfyuiPool(options.comfyui, parts, embeddedEngine(parts));
    case 'embedded':
      return embeddedEngine(parts);
    case 'scripted':
      return new ScriptedEngine({ clock: systemClock, parallel: options.scriptedParallel });
  }
}

function embeddedEngine({ blobs, engineScript, log }: EngineParts): EmbeddedEngine {
  return new EmbeddedEngine({ script: engineScript, workDir: blobs.workDir, assetDir: dirname(blobs.workDir), log });
}

export function comfyuiPool(
  named: readonly EngineAddress[],
  { blobs, stateDir, log, clock = systemClock }: Omit<EngineParts, 'engineScript'>,
  embedded: Engine | null,
): EnginePool {
  const open = (address: EngineAddress, isFirst: boolean): NamedEngine => ({
    ...address,
    engine: new ComfyuiEngine({ ...address, isFirst, workDir: blobs.workDir, stateDir, log, clock }),
  });
  const names = new Set(named.map(({ name }) => name));
  // Not named any more, but with jobs: their outcome is asked for at the URL that they were sent to.
  const left = notedEngines(join(stateDir, LEDGER_FOLDER)).filter(({ name }) => !names.has(name));
  return new EnginePool({
    engines: named.map((address, index) => open(address, index === 0)),
    draining: left.map((address) => open(address, false)),
    embedded,
  });
}
