import { createHMAC, createSHA256 } from 'hash-wasm';
import { readFormDataMultipart } from '../assets/form-data-multipart';
import { DEFAULT_SETTINGS, type AppDeps, type AppSettings } from '../deps';
import type { Engine } from '../engines/engine';
import { silentLogger } from '../log';
import { MemoryBlobs } from '../storage/memory-blobs';
import { createMemoryStore } from '../storage/memory-store';
import { VirtualClock } from './virtual-clock';

export interface MemoryDepsOptions extends Partial<Omit<AppDeps, 'settings'>> {
  engine: Engine;
  settings?: Partial<AppSettings>;
}

/**
 * Everything that `createApp` needs, without Node: for tests there and for the gateway inside a browser. Answers are
 * held to the contract.
 */
export async function createMemoryDeps<Clock extends AppDeps['clock'] = VirtualClock>(
  options: MemoryDepsOptions & { clock?: Clock },
): Promise<AppDeps & { clock: Clock }> {
  const { settings, ...given } = options;
  return {
    clock: new VirtualClock() as AppDeps['clock'] as Clock,
    newId: () => crypto.randomUUID(),
    store: createMemoryStore(),
    blobs: new MemoryBlobs(),
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

/** HMAC-SHA-256 as hex, as the host in Node makes it. */
export async function createSigner(secret: string): Promise<(text: string) => string> {
  const hmac = await createHMAC(createSHA256(), secret);
  return (text) => hmac.init().update(text).digest('hex');
}
