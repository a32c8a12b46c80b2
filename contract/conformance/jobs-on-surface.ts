import { isTerminal } from '../jobs/lifecycle';
import type { Job } from '../jobs/schemas';
import { GIVEN_ADDRESS } from './given-address';
import type { Surface } from './surface';

/** Short ways to say what most rules need: a graph, a submission, a job that has come to some point. */

export type Graph = Record<string, { class_type: string; inputs: Record<string, unknown> }>;

/** One node that makes one output and ends at once. */
export const QUICK_GRAPH: Graph = GIVEN_ADDRESS?.quick ?? {
  '1': { class_type: 'ScriptText', inputs: { text: 'hello' } },
};
/** One node that never ends by itself. */
export const HANGING_GRAPH: Graph = GIVEN_ADDRESS?.long ?? { '1': { class_type: 'ScriptHang', inputs: {} } };

const TURN_MS = 20;
const PATIENCE_MS = 15_000;

/** Skips where the surface does not run what the graph is made of. */
export function postJob(surface: Surface, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const [, scripted] = /"class_type":\s*"(Script\w+)"/.exec(text) ?? [];
  if (scripted !== undefined && !surface.hasScripts) needScripts(surface, scripted);
  return postText(surface, text, headers);
}

export function needScripts(surface: Surface, what: string): void {
  if (surface.hasScripts) return;
  if (what === 'ScriptHang') surface.notOffered('no workflow is known that runs long there (--long-workflow)');
  surface.notOffered('the surface does not run the nodes of the scripted engine');
}

export function postText(surface: Surface, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return surface.fetch('/api/v2/jobs', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
}

/** @throws when the surface refuses. */
export async function submit(surface: Surface, workflow: Graph = QUICK_GRAPH): Promise<Job> {
  const response = await postJob(surface, { workflow });
  if (response.status !== 201) throw new Error(`Refused with ${response.status}: ${await response.text()}`);
  return (await response.json()) as Job;
}

export async function readJob(surface: Surface, job: Pick<Job, 'urls'>): Promise<Job> {
  const response = await surface.fetch(job.urls.self);
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as Job;
}

/** Reads the job again and again until it is as wanted, and gives that reading. */
export async function jobWhen(surface: Surface, job: Job, isWanted: (job: Job) => boolean): Promise<Job> {
  for (let waited = 0; waited < PATIENCE_MS; waited += TURN_MS) {
    const now = await readJob(surface, job);
    if (isWanted(now)) return now;
    if (isTerminal(now.status)) throw new Error(`The job ended ${now.status}: ${JSON.stringify(now.error)}`);
    await surface.pass(TURN_MS);
  }
  throw new Error('The job did not come to the wanted point');
}

export function jobEnd(surface: Surface, job: Job): Promise<Job> {
  return jobWhen(surface, job, ({ status }) => isTerminal(status));
}

/** The code of an error answer; empty where the answer has no body, as of HEAD. */
export async function errorCode(response: Response): Promise<string> {
  const text = await response.text();
  return text === '' ? '' : (JSON.parse(text) as { error: { code: string } }).error.code;
}
