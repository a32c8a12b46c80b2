// Run time of a job with many nodes, each with an output, and delay of other requests meanwhile.
import { pause, withGateway } from '../sessions/gateway-session.mjs';

const NODES = 3000;
const LIMIT_MS = 300_000;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  await withGateway(['--engine', 'scripted'], async ({ ask }) => {
    const { status, text } = await ask('POST', '/api/v2/jobs', { workflow: workflow() });
    if (status !== 201) throw new Error(`The job was refused: ${text.slice(0, 200)}`);
    const { id } = JSON.parse(text);
    const isOver = async () =>
      (await ask('GET', '/api/v2/jobs?status=queued,running&limit=1')).text.includes('"jobs":[]');
    let longest = 0;
    for (let turn = 0, end = Date.now() + LIMIT_MS; ; turn += 1) {
      if (Date.now() > end) throw new Error(`Not done within ${LIMIT_MS / 1000} s`);
      longest = Math.max(longest, (await ask('GET', '/api/v2/health')).ms);
      // The list reads the whole job, which is not measured here.
      if (turn % 100 === 99 && (await isOver())) break;
      await pause(3);
    }
    const job = JSON.parse((await ask('GET', `/api/v2/jobs/${id}`)).text);
    if (job.status !== 'succeeded' || job.outputs.length !== NODES) {
      throw new Error(`The job ended ${job.status} with ${job.outputs.length} outputs`);
    }
    const ms = Date.parse(job.completed_at) - Date.parse(job.started_at);
    report({ name: `job of ${NODES} outputs`, value: ms, unit: 'ms' });
    report({ name: '  ping meanwhile, longest', value: longest, unit: 'ms' });
  });
}

function workflow() {
  return Object.fromEntries(
    Array.from({ length: NODES }, (_, n) => [
      String(n + 1),
      { class_type: 'ScriptOutput', inputs: { seed: n, named: true, type: 'text', name: `note_${n}.txt`, bytes: 32 } },
    ]),
  );
}
