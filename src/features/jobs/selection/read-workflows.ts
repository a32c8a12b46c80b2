import type { QueryClient } from '@tanstack/react-query';
import { parseJson, stringifyJson } from '@contract/json/lossless';
import { redactJson } from '@/shared/redact-json';
import type { ServerJobs } from '@/shared/servers/server-jobs';
import { fetchSubmittableWorkflow } from '../job/submit-again';
import { runAtServers, mapConcurrent } from '@/shared/servers/map-concurrent';

/** Workflow texts without line breaks, by server and job. */
export type Workflows = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Fetches the workflows of the jobs, without credentials. Workflows that a server does not return are omitted. */
export async function readWorkflows(
  client: QueryClient,
  servers: readonly ServerJobs[],
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<Workflows> {
  const texts = new Map(servers.map(({ surface }) => [surface.id, new Map<string, string>()]));
  let done = 0;
  await runAtServers(servers, signal, ({ surface, jobs }, limit) =>
    mapConcurrent(jobs, limit, signal, async (job) => {
      const workflow = await fetchSubmittableWorkflow(client, surface, job);
      const text = 'text' in workflow ? shareable(workflow.text) : null;
      if (text !== null) texts.get(surface.id)?.set(job.id, text);
      done += 1;
      onProgress(done);
    }),
  );
  return texts;
}

function shareable(text: string): string | null {
  try {
    return stringifyJson(redactJson(parseJson(text)));
  } catch {
    return null;
  }
}
