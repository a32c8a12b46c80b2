import { LOCAL_SURFACE_ID } from '@contract/console/surfaces';
import { createApp, type App } from '../app';
import { readFormDataMultipart } from '../assets/upload/form-data-multipart';
import { systemClock } from '../clock';
import { MemorySurfaces } from '../console/surfaces/surface-store';
import { createSigner } from '../create-signer';
import { DEFAULT_SETTINGS, type AppDeps } from '../deps';
import { InlineEngine } from '../engines/embedded/inline-engine';
import { silentLogger } from '../log';
import { FetchBlocked } from '../router/hosting/public-fetch';
import { BuiltinModels, type Computer } from '../router/providers/builtin/builtin-models';
import { MemoryBlobs } from '../storage/memory/memory-blobs';
import { createMemoryStore } from '../storage/memory/memory-store';
import { runComputation, type ComputeResponse } from '../router/providers/builtin/compute/run-computation';
import { yieldToEventLoop } from '../storage/yield-to-event-loop';

/** Limited, since files are in the memory of a browser. */
const MAX_UPLOAD_BYTES = 128 * 1024 ** 2;
const CACHE_BYTES = 64 * 1024 ** 2;

/** Creates the gateway of the demo: everything it needs is in the browser, and nothing is persisted. @param host its host name */
export async function createDemoGateway({ host, version }: { host: string; version: string }): Promise<App> {
  const parts = {
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    store: createMemoryStore(),
    blobs: new MemoryBlobs(),
    log: silentLogger,
    sign: await createSigner(crypto.randomUUID()),
  };
  const deps: AppDeps = {
    ...parts,
    engine: new InlineEngine('in this browser', CACHE_BYTES),
    models: [
      new BuiltinModels(
        { quick: inlineComputer(), long: inlineComputer() },
        {
          ...parts,
          fetchPublic: () =>
            Promise.reject(new FetchBlocked('The demo loads no images from web addresses. Upload the image instead')),
        },
      ),
    ],
    surfaces: new MemorySurfaces({ surfaces: [], defaultId: LOCAL_SURFACE_ID }),
    readMultipart: readFormDataMultipart,
    thumbnails: null,
    version,
    settings: { ...DEFAULT_SETTINGS, maxUploadBytes: MAX_UPLOAD_BYTES, allowedHosts: [host] },
  };
  const app = createApp(deps);
  await app.start();
  return app;
}

/**
 * Creates a computer that runs in the thread of the gateway, one request at a time. Other requests are blocked meanwhile, for a
 * second or two at most.
 */
function inlineComputer(): Computer {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ask(question, signal) {
      const response = last.then(async (): Promise<ComputeResponse> => {
        await yieldToEventLoop();
        signal.throwIfAborted();
        return runComputation(question);
      });
      last = response.catch(() => {});
      return response;
    },
    close: async () => {},
  };
}
