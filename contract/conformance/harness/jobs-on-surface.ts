import { isTerminal } from '../../jobs/lifecycle';
import type { Job } from '../../jobs/schemas';
import { TARGET, type Graph } from './target';
import type { Surface } from './surface';

/** Shortcuts for most rules: graphs, submissions, and jobs in a given state. */

/** One node that makes one output and finishes at once. */
export const QUICK_GRAPH: Graph = TARGET?.quick ?? {
  '1': { class_type: 'ScriptText', inputs: { text: 'hello' } },
};
/** One node that never finishes. */
export const HANGING_GRAPH: Graph = TARGET?.long ?? { '1': { class_type: 'ScriptHang', inputs: {} } };

const TURN_MS = 20;
const PATIENCE_MS = 15_000;

/** Submits a job. Skips the test if the surface does not have the nodes of the graph. */
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

/** Submits a job. @throws if the surface rejects it. */
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

/** Polls the job until it satisfies the condition, and returns that copy. */
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

/** Returns the code of an error response; empty if the response has no body, as for HEAD. */
export async function errorCode(response: Response): Promise<string> {
  const text = await response.text();
  return text === '' ? '' : (JSON.parse(text) as { error: { code: string } }).error.code;
}
