import type { QueryClient } from '@tanstack/react-query';
import { parseJson, stringifyJson } from '@contract/json/lossless';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { jsonWithoutSecrets } from '@/shared/json-without-secrets';
import { readBack } from '../submit-again';
import { runBounded } from './run-bounded';

const AT_ONCE = 4;

/** What the jobs ran, on one line each and without credentials, by job. Those that the surface does not give are left out. */
export async function readWorkflows(
  client: QueryClient,
  surface: Surface,
  jobs: readonly ListedJob[],
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  let done = 0;
  await runBounded(jobs, AT_ONCE, signal, async (job) => {
    const workflow = await readBack(client, surface, job);
    const text = 'text' in workflow ? shareable(workflow.text) : null;
    if (text !== null) texts.set(job.id, text);
    done += 1;
    onProgress(done);
  });
  return texts;
}

function shareable(text: string): string | null {
  try {
    return stringifyJson(jsonWithoutSecrets(parseJson(text)));
  } catch {
    return null;
  }
}
