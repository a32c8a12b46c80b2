import type { Logger } from '../../log';
import type { AnswerHosting, HostedCall, ModelAnswer } from '../port';
import { isJson, MOST_READ_BYTES, readAtMost, startingWith, streamOf } from '../readable-answer';
import { copyAssets } from './copy-assets';
import type { KeepDeps } from './keep-asset';
import { findAddresses } from './named-addresses';
import type { PublicFetch } from './public-fetch';
import type { SeenAddresses } from './seen-addresses';

export interface HostingDeps extends KeepDeps {
  fetchPublic: PublicFetch;
  seen: SeenAddresses;
  log: Logger;
}

/** The `AnswerHosting` of this gateway: remembers which addresses an answer names, and copies what its model says. */
export function createAnswerHosting(deps: HostingDeps): AnswerHosting {
  return async (answer, call) => {
    if (!isJson(answer.contentType)) return answer;
    const { bytes, rest } = await readAtMost(answer.body, MOST_READ_BYTES);
    if (rest !== null) return { ...answer, body: startingWith(bytes, rest) };
    const whole = { ...answer, body: streamOf(bytes) };
    try {
      return await hosted(whole, new TextDecoder('utf-8', { fatal: true }).decode(bytes), call, deps);
    } catch (error) {
      deps.log.warn({ err: error, requestId: call.requestId }, 'The assets of an answer could not be looked at');
      return whole;
    }
  };
}

async function hosted(whole: ModelAnswer, text: string, call: HostedCall, deps: HostingDeps): Promise<ModelAnswer> {
  const addresses = findAddresses(text);
  if (addresses.length === 0) return whole;
  deps.seen.note(addresses.map(({ address }) => address));
  const copied = await copyAssets(text, addresses, call.model.copies, call, {
    ...deps,
    onSkipped: (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      deps.log.warn({ requestId: call.requestId, reason }, 'An asset of an answer was not copied');
    },
  });
  return {
    ...whole,
    ...(copied.text === text ? {} : { body: streamOf(new TextEncoder().encode(copied.text)) }),
    ...(copied.hasForeignAsset ? { isReplayable: false } : {}),
  };
}
