import type { Logger } from '../../log';
import type { HeldResponse, HostedCall, ResponseHosting } from '../model-source';
import { copyAssets } from './copy-assets';
import type { KeepDeps } from './save-asset';
import type { PublicFetch } from './public-fetch';
import type { ResultUrlAllowlist } from './result-url-allowlist';

export interface HostingDeps extends KeepDeps {
  fetchPublic: PublicFetch;
  seen: ResultUrlAllowlist;
  log: Logger;
}

/** The `ResponseHosting` of this gateway: remembers which addresses an answer names, and copies what its model says. */
export function createResponseHosting(deps: HostingDeps): ResponseHosting {
  return async (answer, call) => {
    try {
      return await hosted(answer, call, deps);
    } catch (error) {
      deps.log.warn({ err: error, requestId: call.requestId }, 'The assets of an answer could not be looked at');
      return answer;
    }
  };
}

async function hosted(answer: HeldResponse, call: HostedCall, deps: HostingDeps): Promise<HeldResponse> {
  const { chunks, addresses } = answer;
  if (addresses.length === 0) return answer;
  deps.seen.note(addresses.map(({ address }) => address));
  const copied = await copyAssets(chunks, addresses, call.model.copies, call, {
    ...deps,
    onSkipped: (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      deps.log.warn({ requestId: call.requestId, reason }, 'An asset of an answer was not copied');
    },
  });
  return { ...answer, chunks: copied.chunks, ...(copied.hasForeignAsset ? { isReplayable: false } : {}) };
}
