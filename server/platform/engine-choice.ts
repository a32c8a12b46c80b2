import { dirname, join } from 'node:path';
import { systemClock, type Clock } from '../clock';
import { ComfyuiEngine, LEDGER_FOLDER } from '../engines/comfyui/comfyui-engine';
import { DEFINITIONS_FOLDER, keepDefinitionsOf } from '../engines/comfyui/definitions/definitions-file';
import { recordedEngines } from '../engines/comfyui/run/run-ledger';
import type { Engine, EngineEndpoint, EngineConfig } from '../engines/engine';
import { EnginePool, type DrainedEngines } from '../engines/engine-pool';
import { EmbeddedEngine } from '../engines/embedded/embedded-engine';
import type { Logger } from '../log';
import type { FileBlobs } from '../storage/files/file-blobs';
import type { GatewayOptions } from './gateway-options';

export interface EngineParts extends PoolParts {
  engineScript: string;
}

export interface PoolParts {
  blobs: Pick<FileBlobs, 'workDir'>;
  /** The data folder: state of engines that must survive a restart. */
  stateDir: string;
  log: Logger;
  drained?: DrainedEngines;
  /** Defaults to the system clock. */
  clock?: Clock;
}

/** The engines of the configuration file (`null` if it lists none), and a subscription to changes. */
export interface ConfiguredEngines {
  named: readonly EngineConfig[] | null;
  onChange: (listen: (named: readonly EngineConfig[] | null) => void) => void;
}

const DEFAULT_ENGINES: readonly EngineConfig[] = [{ name: '127.0.0.1:8188', url: 'http://127.0.0.1:8188' }];

export function createEngine(options: GatewayOptions, configured: ConfiguredEngines, parts: EngineParts): Engine {
  switch (options.engine) {
    case 'comfyui':
      return configuredPool(options, configured, parts, null);
    case 'auto':
      return configuredPool(options, configured, parts, embeddedEngine(parts));
    case 'embedded':
      return embeddedEngine(parts);
  }
}

/** Creates the engine pool. Engines from flags replace those of the configuration file, since flags override all other settings. */
function configuredPool(
  { comfyui }: GatewayOptions,
  { named, onChange }: ConfiguredEngines,
  parts: EngineParts,
  embedded: Engine | null,
): EnginePool {
  const { log } = parts;
  const warn = () => log.warn({}, 'The engines of the configuration file are not used: --comfyui names others');
  if (comfyui.length > 0) {
    if (named) warn();
    onChange((changed) => (changed ? warn() : undefined));
    return comfyuiPool(comfyui, parts, embedded);
  }
  const pool = comfyuiPool(named ?? DEFAULT_ENGINES, parts, embedded);
  onChange((changed) => {
    pool.configure(changed ?? DEFAULT_ENGINES);
    forgetOthers(pool, parts);
  });
  return pool;
}

function embeddedEngine({ blobs, engineScript, log }: EngineParts): EmbeddedEngine {
  return new EmbeddedEngine({ script: engineScript, workDir: blobs.workDir, assetDir: dirname(blobs.workDir), log });
}

export function comfyuiPool(
  named: readonly EngineConfig[],
  { blobs, stateDir, log, drained, clock = systemClock }: PoolParts,
  embedded: Engine | null,
): EnginePool {
  const names = new Set(named.map(({ name }) => name));
  const pool = new EnginePool({
    engines: named,
    // Removed from the configuration, but with jobs: their outcome is fetched from the URL that they were sent to.
    removed: recordedEngines(join(stateDir, LEDGER_FOLDER)).filter(({ name }) => !names.has(name)),
    open: (address: EngineEndpoint, isFirst) =>
      new ComfyuiEngine({ ...address, isFirst, workDir: blobs.workDir, stateDir, log, clock }),
    embedded,
    ...(drained ? { drained } : {}),
  });
  forgetOthers(pool, { stateDir, log });
  return pool;
}

/** Removes the stored definitions of servers that are not in use. */
function forgetOthers(pool: EnginePool, { stateDir, log }: Pick<PoolParts, 'stateDir' | 'log'>): void {
  const urls = pool.engines().flatMap(({ comfyui }) => (comfyui ? [comfyui.url] : []));
  try {
    keepDefinitionsOf(urls, join(stateDir, DEFINITIONS_FOLDER));
  } catch (error) {
    log.warn({ err: error }, 'The node definitions of a removed ComfyUI could not be deleted');
  }
}
