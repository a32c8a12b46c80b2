import { LOCAL_SURFACE_ID } from '@contract/console/surfaces';
import { readFormDataMultipart } from '../assets/form-data-multipart';
import type { Clock } from '../clock';
import { createSigner } from '../create-signer';
import { MemorySurfaces } from '../console/surfaces/surface-store';
import { DEFAULT_SETTINGS, type AppDeps, type AppSettings } from '../deps';
import { ScriptedEngine } from '../engines/scripted/scripted-engine';
import { silentLogger } from '../log';
import { ScriptedModels } from '../router/scripted/scripted-models';
import { MemoryBlobs } from '../storage/memory-blobs';
import { createMemoryStore } from '../storage/memory-store';
import { VirtualClock } from './virtual-clock';

export interface MemoryDepsOptions extends Partial<Omit<AppDeps, 'settings' | 'clock' | 'engine'>> {
  settings?: Partial<AppSettings>;
  /** Jobs that the scripted engine takes at once. */
  parallel?: number;
  /** Models beside the scripted ones that do something. */
  fillers?: number;
}

export type MemoryDeps<Time extends Clock = VirtualClock> = AppDeps & {
  clock: Time;
  engine: ScriptedEngine;
  scriptedModels: ScriptedModels;
};

/**
 * Everything that `createApp` needs, without Node: for tests there and for the gateway inside a browser. Answers are
 * held to the contract. Time stands still unless a clock is given.
 */
export function createMemoryDeps(options?: MemoryDepsOptions): Promise<MemoryDeps>;
export function createMemoryDeps<Time extends Clock>(
  options: MemoryDepsOptions,
  clock: Time,
): Promise<MemoryDeps<Time>>;
export async function createMemoryDeps(
  { settings, parallel = 1, fillers = 0, ...given }: MemoryDepsOptions = {},
  clock: Clock = new VirtualClock(),
): Promise<MemoryDeps<Clock>> {
  const scriptedModels = new ScriptedModels({ clock, fillers });
  return {
    clock,
    engine: new ScriptedEngine({ clock, parallel }),
    models: [scriptedModels],
    scriptedModels,
    newId: () => crypto.randomUUID(),
    store: createMemoryStore(),
    blobs: new MemoryBlobs(),
    surfaces: new MemorySurfaces({ surfaces: [], defaultId: LOCAL_SURFACE_ID }),
    log: silentLogger,
    readMultipart: readFormDataMultipart,
    thumbnails: null,
    sign: await createSigner('a secret of tests'),
    checkAnswers: true,
    version: '0.0.0-test',
    ...given,
    settings: { ...DEFAULT_SETTINGS, ...settings },
  };
}
