import type { Agent } from 'undici';
import { openGuardedAgent, refusalOf, systemNetwork } from '../router/hosting/guarded-agent';
import { WebhookFailure, type WebhookSend } from '../webhook/webhook-request';
import { findRelayFailure } from './relay-failures';

/** The webhook itself limits the whole attempt. */
const CONNECT_MS = 10_000;

/** Creates the HTTP client of the webhook: every connection is judged by its address, and no response is read. */
export function createWebhookClient({ network = systemNetwork() } = {}): { send: WebhookSend; close(): Promise<void> } {
  const agents = new Map<boolean, Promise<Agent>>();
  const agentFor = (allowsPrivate: boolean) => {
    const open = () =>
      openGuardedAgent(
        { reach: allowsPrivate ? 'any' : 'public', network, connectMs: CONNECT_MS },
        { connections: 1, pipelining: 0 },
      );
    const known = agents.get(allowsPrivate) ?? open();
    agents.set(allowsPrivate, known);
    return known;
  };
  return {
    async send({ url, allowsPrivate, headers, body }, signal) {
      // Lazy-loaded, as by the guarded agent.
      const { request } = await import('undici');
      const dispatcher = await agentFor(allowsPrivate);
      try {
        const response = await request(url, { dispatcher, method: 'POST', headers, body, signal });
        // It may have no end. Ignores the error event of the destroyed body.
        response.body.on('error', () => {}).destroy();
        return response.statusCode;
      } catch (cause) {
        if (refusalOf(cause)?.refusal === 'private') {
          throw new WebhookFailure(
            'is in a private network, which the webhook may not reach. Allow private addresses to send there',
            { cause },
          );
        }
        throw new WebhookFailure(findRelayFailure(cause, { isRedirect: false }).message, { cause });
      }
    },
    close: async () => {
      await Promise.all([...agents.values()].map(async (agent) => (await agent).destroy()));
    },
  };
}
