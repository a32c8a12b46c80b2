export type Graph = Record<string, { class_type: string; inputs: Record<string, unknown> }>;

/**
 * The surface under test of `npm run conformance -- --base-url URL`. The script probes it beforehand and passes the results in
 * the environment.
 */
export interface Target {
  /** Without a trailing slash; may have a path. */
  baseUrl: string;
  token: string | null;
  /** Whether it has the Job API; a hosted Model Router has not. */
  hasJobs: boolean;
  /** Whether its Model Router has the models of the tests; only test gateways do. */
  hasModels: boolean;
  /** Whether it is a Flowdeck gateway, with the private operations of the console. */
  isGateway: boolean;
  /** Whether it has the nodes of the scripted engine; only test gateways do. */
  hasScripts: boolean;
  /** Workflow that finishes within seconds with one output; `null`: the scripted one. */
  quick: Graph | null;
  /** Workflow that runs until it is canceled; `null`: the scripted one. */
  long: Graph | null;
}

export const TARGET = readUrl(process.env['CONFORMANCE_ADDRESS']);

/** Credential of test surfaces that require a token. */
export const TEST_TOKEN = TARGET?.token ?? 'a-token-of-the-tests';

function readUrl(text: string | undefined): Target | null {
  return text === undefined ? null : (JSON.parse(text) as Target);
}
