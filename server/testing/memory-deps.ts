import { blake3 } from 'hash-wasm';
import { LOCAL_SURFACE_ID } from '@contract/console/surfaces';
import { readFormDataMultipart } from '../assets/upload/form-data-multipart';
import type { Clock } from '../clock';
import { createSigner } from '../create-signer';
import { MemorySurfaces } from '../console/surfaces/surface-store';
import { DEFAULT_SETTINGS, type AppDeps, type AppSettings } from '../deps';
import { ScriptedEngine } from './scripted-engine/scripted-engine';
import { silentLogger } from '../log';
import { ScriptedModels } from './scripted-models/scripted-models';
import { MemoryBlobs } from '../storage/memory/memory-blobs';
import { createMemoryStore } from '../storage/memory/memory-store';
import { VirtualClock } from './virtual-clock';

export interface MemoryDepsOptions extends Partial<Omit<AppDeps, 'settings' | 'clock' | 'engine'>> {
  settings?: Partial<AppSettings>;
  /** Number of jobs that the scripted engine runs at once. */
  parallel?: number;
  /** Number of models in addition to the scripted ones that do something. */
  fillers?: number;
}

export type MemoryDeps<Time extends Clock = VirtualClock> = AppDeps & {
  clock: Time;
  engine: ScriptedEngine;
  scriptedModels: ScriptedModels;
};

/**
 * Creates the dependencies of `createApp` without Node: for tests, and for the gateway in a browser. Responses are validated
 * against the contract. Time does not advance unless a clock is given.
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
  // Loads the hash function, which takes real time. A virtual clock could advance past the end of a job that waits for it.
  await blake3('');
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
    validateResponses: true,
    version: '0.0.0-test',
    ...given,
    settings: { ...DEFAULT_SETTINGS, ...settings },
  };
}
