// Probes a surface for `npm run conformance` before its tests run.

const SCRIPTED = { 1: { class_type: 'ScriptText', inputs: { text: 'hello' } } };
/** Only the embedded engine has this node: other engines run long only with models. */
const LONG = {
  1: {
    class_type: 'FlowdeckReactionDiffusion',
    inputs: { seed: 1, width: 1024, height: 1024, steps: 10_000, feed: 0.0545, kill: 0.062, scale: 1, palette: 'moss' },
  },
  2: { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'conformance' } },
};
const UNKNOWN = { 1: { class_type: 'ConformanceUnknownClass', inputs: {} } };
const READY_MS = 120_000;
const POLL_MS = 500;

/**
 * @typedef {object} Surface
 * @property {(path: string, init?: RequestInit) => Promise<Response>} send
 * @property {(graph: object) => Promise<boolean>} accepts returns true if it accepts such a graph; the job is canceled at once
 */

/**
 * Waits until the engine of our gateways is ready: before that a gateway accepts any workflow, and its jobs wait. Other surfaces
 * do not report this and count as ready.
 * @param {Surface['send']} send
 * @param {{ pause: (ms: number) => Promise<unknown>, print: (line: string) => void }} io
 * @returns {Promise<string | null>} why it is not ready in the end; `null` if it is
 */
export async function untilReady(send, { pause, print }) {
  for (let waited = 0; ; waited += POLL_MS) {
    const reason = await waitingReason(send);
    if (reason === null || waited >= READY_MS) return reason;
    if (waited === 0) print(`Waiting: ${reason}.`);
    await pause(POLL_MS);
  }
}

/** @param {Surface['send']} send */
async function waitingReason(send) {
  const response = await send('/console/status');
  if (!response.ok) return null;
  const status = /** @type {{ engine?: { isReady?: boolean, waitingReason?: string | null } } | null} */ (
    await response.json().catch(() => null)
  );
  if (status?.engine?.isReady !== false) return null;
  return status.engine.waitingReason ?? 'the engine of this gateway does not respond';
}

/** A model that only test gateways have. */
const MODEL = '/v2/models/scripted/echo';
const NO_OPERATION = new Set([404, 405, 501]);

/**
 * Finds the APIs of a surface with requests that change nothing. A surface may have only one of them.
 * @param {Surface['send']} send
 * @returns {Promise<{ hasJobs: boolean, hasModels: boolean, isGateway: boolean, needsCredential: boolean }>}
 */
export async function probeApis(send) {
  const jobs = (await send('/api/v2/jobs', { method: 'POST', body: '{}' })).status;
  const model = (await send(MODEL)).status;
  const hasJobs = !NO_OPERATION.has(jobs);
  // Open to everybody at our gateways.
  const isGateway = (await send('/console/session')).status === 200;
  return { hasJobs, hasModels: model === 200, isGateway, needsCredential: jobs === 401 || (!hasJobs && model === 401) };
}

/**
 * Finds the test graphs that a surface can run. For a surface that accepts unknown classes, acceptance shows nothing.
 * @param {Surface['accepts']} accepts
 * @returns {Promise<{ hasScripts: boolean, long: object | null }>}
 */
export async function probeGraphs(accepts) {
  if (await accepts(UNKNOWN)) return { hasScripts: false, long: null };
  const hasScripts = await accepts(SCRIPTED);
  return { hasScripts, long: hasScripts || !(await accepts(LONG)) ? null : LONG };
}
