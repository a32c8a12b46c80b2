import type { Logger } from '../../log';
import type { HeldResponse, HostedCall, ResponseHosting } from '../model-source';
import { copyAssets } from './copy-assets';
import type { SaveDeps } from './save-asset';
import type { PublicFetch } from './public-fetch';
import type { ResultUrlAllowlist } from './result-fetching';

export interface HostingDeps extends SaveDeps {
  fetchPublic: PublicFetch;
  seen: ResultUrlAllowlist;
  log: Logger;
}

/** Creates the `ResponseHosting` of this gateway: records the URLs of a response and copies the assets that its model declares. */
export function createResponseHosting(deps: HostingDeps): ResponseHosting {
  return async (response, call) => {
    try {
      return await hosted(response, call, deps);
    } catch (error) {
      deps.log.warn({ err: error, requestId: call.requestId }, 'The assets of a response could not be scanned');
      return response;
    }
  };
}

async function hosted(response: HeldResponse, call: HostedCall, deps: HostingDeps): Promise<HeldResponse> {
  const { chunks, addresses } = response;
  if (addresses.length === 0) return response;
  deps.seen.note(addresses.map(({ address }) => address));
  const copied = await copyAssets(chunks, addresses, call.model.copies, call, {
    ...deps,
    onSkipped: (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      deps.log.warn({ requestId: call.requestId, reason }, 'An asset of a response was not copied');
    },
  });
  return { ...response, chunks: copied.chunks, ...(copied.hasForeignAsset ? { isReplayable: false } : {}) };
}
