// What `npm run conformance` finds out about a surface before its tests run.

const SCRIPTED = { 1: { class_type: 'ScriptText', inputs: { text: 'hello' } } };
/** Only the embedded engine has it: elsewhere nothing without models runs long. */
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
 * @property {(graph: object) => Promise<boolean>} accepts whether it runs such a graph; the job is canceled at once
 */

/**
 * Waits until the engine of one of our gateways answers: before that it accepts any workflow, and its jobs wait. Another
 * surface reports no such thing and counts as ready.
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
  const status = await response.json().catch(() => null);
  if (status?.engine?.isReady !== false) return null;
  return String(status.engine.waitingReason ?? 'the engine of this gateway does not answer');
}

/**
 * Which of the graphs of the tests a surface runs. One that accepts an unknown class does not tell by accepting.
 * @param {Surface['accepts']} accepts
 * @returns {Promise<{ hasScripts: boolean, long: object | null }>}
 */
export async function probeGraphs(accepts) {
  if (await accepts(UNKNOWN)) return { hasScripts: false, long: null };
  const hasScripts = await accepts(SCRIPTED);
  return { hasScripts, long: hasScripts || !(await accepts(LONG)) ? null : LONG };
}
