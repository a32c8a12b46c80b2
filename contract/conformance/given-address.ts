import type { Graph } from './jobs-on-surface';

/**
 * The surface that `npm run conformance -- --base-url URL` was asked to judge. The script asks it a few things
 * beforehand and tells what it learnt in the environment.
 */
export interface GivenAddress {
  /** Without a slash at its end; may have a path. */
  baseUrl: string;
  token: string | null;
  /** It runs the nodes of the scripted engine: only a gateway of the tests does. */
  hasScripts: boolean;
  /** A workflow that ends by itself within seconds, with one output; null: the scripted one. */
  quick: Graph | null;
  /** A workflow that runs until it is canceled; null: the scripted one. */
  long: Graph | null;
}

export const GIVEN_ADDRESS = readAddress(process.env['CONFORMANCE_ADDRESS']);

/** The credential with which surfaces of the tests are closed. */
export const TEST_TOKEN = GIVEN_ADDRESS?.token ?? 'a-token-of-the-tests';

function readAddress(text: string | undefined): GivenAddress | null {
  return text === undefined ? null : (JSON.parse(text) as GivenAddress);
}
