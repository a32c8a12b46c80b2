import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Agent, buildConnector, Client, Dispatcher } from 'undici';
import { isLinkLocal, isPublicAddress, isSameAddress, isThisMachine } from './address-kinds';
import { FetchBlocked } from './public-fetch';

/** What decides about connections. Tests replace the resolver, and call an address of loopback public. */
export interface Network {
  resolve: LookupFunction;
  isPublic: (address: string) => boolean;
  /** Port of this gateway on loopback, which no connection leads to. */
  ownPort: number | null;
}

/** @param listeningAddress address of this gateway */
export function systemNetwork(listeningAddress: string | null = null): Network {
  const ownPort = listeningAddress === null ? null : Number(new URL(listeningAddress).port);
  return { resolve: lookup, isPublic: isPublicAddress, ownPort };
}

/**
 * Addresses that connections of an agent may lead to: `any` for hosts that the user configured, `public`, or `public` and one more.
 * Link-local addresses (metadata services of clouds) and this gateway are never among them.
 */
export type Reach = 'any' | 'public' | { orAddress: string };

export type Refusal = 'private' | 'link_local' | 'this_gateway';

const MESSAGES: Readonly<Record<Refusal, string>> = {
  private: 'The URL is not on the public internet',
  link_local: 'The URL leads to a link-local address, which the gateway never connects to',
  this_gateway: 'The URL leads back to this gateway',
};

/** Error for an address that a connection may not lead to. */
export class AddressRefused extends FetchBlocked {
  readonly refusal: Refusal;
  constructor(refusal: Refusal, host?: string) {
    const problem = refusal === 'this_gateway' ? refusal : 'private';
    super(MESSAGES[refusal], { problem, ...(host === undefined ? {} : { host }) });
    this.name = 'AddressRefused';
    this.refusal = refusal;
  }
}

/** Returns the refusal that caused an error of a request; `null` if there is none. */
export function refusalOf(error: unknown): AddressRefused | null {
  if (error instanceof AddressRefused) return error;
  return error instanceof Error && error.cause instanceof AddressRefused ? error.cause : null;
}

interface Judged {
  reach: Reach;
  port: number;
  network: Network;
}

function refusalOfAddress(address: string, { reach, port, network }: Judged): Refusal | null {
  if (isLinkLocal(address)) return 'link_local';
  if (port === network.ownPort && isThisMachine(address)) return 'this_gateway';
  if (reach === 'any' || network.isPublic(address)) return null;
  return reach !== 'public' && isSameAddress(reach.orAddress, address) ? null : 'private';
}

/** Resolves names to the addresses that are in reach, so that the socket cannot connect to another one (DNS rebinding). */
function guardedLookup(judged: Judged): LookupFunction {
  return (hostname, options, callback) => {
    judged.network.resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      // With `all`, the resolver returns a list.
      const addresses = typeof found === 'string' ? [] : found;
      const refusals = addresses.map(({ address }) => refusalOfAddress(address, judged));
      const allowed = addresses.filter((_, index) => refusals[index] === null);
      const [first] = allowed;
      if (!first) return callback(new AddressRefused(refusals[0] ?? 'private'), '', 0);
      if (options.all === true) return callback(null, allowed, 0);
      return callback(null, first.address, first.family);
    });
  };
}

/** Key of a function in the options of a request, which is called with the connection that the request uses. */
export const ON_CONNECTION = Symbol('connection of the request');

/** `address`: remote address of the open connection, or of the last one. */
export interface Connection {
  readonly address: string | null;
}

interface GuardOptions {
  reach: Reach;
  network: Network;
  connectMs: number;
}

/**
 * Creates an agent that judges the address of each connection when the socket is opened, whatever a name resolved to before.
 * Requests fail with an `AddressRefused`. Loads the client lazily: most gateways never need it, and loading takes about 0.1 s.
 */
export async function openGuardedAgent(
  { reach, network, connectMs }: GuardOptions,
  settings: Pick<Agent.Options, 'connections' | 'pipelining' | 'headersTimeout' | 'bodyTimeout'>,
): Promise<Agent> {
  const { Agent, buildConnector, Client, Pool } = await import('undici');

  class TrackedClient extends Client implements Connection {
    address: string | null = null;

    constructor(origin: URL, { connect, ...options }: Client.Options & { connect: buildConnector.connector }) {
      const tracked: buildConnector.connector = (target, callback) =>
        connect(target, (...[error, socket]) => {
          if (error) return callback(error, null);
          this.address = socket.remoteAddress ?? null;
          callback(null, socket);
        });
      super(origin, { ...options, connect: tracked });
    }

    override dispatch(options: TrackedOptions, handler: Dispatcher.DispatchHandler): boolean {
      options[ON_CONNECTION]?.(this);
      return super.dispatch(options, handler);
    }
  }

  return new Agent({
    ...settings,
    factory(origin, options) {
      const { port, protocol } = new URL(origin);
      const judged = { reach, network, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
      const open = buildConnector({ timeout: connectMs, lookup: guardedLookup(judged) });
      const connect: buildConnector.connector = (target, callback) => {
        const literal = target.hostname.replace(/^\[|\]$/g, '');
        // Not looked up.
        const refusal = isIP(literal) === 0 ? null : refusalOfAddress(literal, judged);
        if (refusal !== null) return queueMicrotask(() => callback(new AddressRefused(refusal), null));
        open(target, callback);
      };
      return new Pool(origin, {
        ...options,
        factory: (to, of) => new TrackedClient(to, { ...of, connect }),
      });
    },
  });
}

type TrackedOptions = Dispatcher.DispatchOptions & { [ON_CONNECTION]?: (connection: Connection) => void };
