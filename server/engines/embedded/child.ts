import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { readWorkflow } from '@contract/workflow/graph';
import { setUpImageLibrary } from '../../images/image-library';
import { guardMemory } from '../../child-process/memory-guard';
import { Executor } from './executor';
import { filePrefixOf, ToEngine, type FromEngine } from './protocol';

/** Child process of the engine. It exits when its IPC channel closes, since without the gateway its results are not needed. */

// Runs at a lower priority than the gateway and the browser, which leaves a third of a busy core. Set before the first image,
// since libuv threads that start later inherit it.
const NICENESS = 5;
setPriority(NICENESS);
guardMemory();
// One thread per image keeps the machine responsive. No library cache, since the engine caches images itself.
setUpImageLibrary();

const executor = new Executor();
let current: { runId: string; abort: AbortController } | null = null;

process.on('disconnect', () => process.exit(0));
process.on('message', (message) => {
  const heard = ToEngine.parse(message);
  if (heard.type === 'cancel') {
    if (current?.runId === heard.runId) current.abort.abort();
    return;
  }
  void run(heard);
});

async function run(request: Extract<ToEngine, { type: 'run' }>): Promise<void> {
  const { runId } = request;
  const result = readWorkflow(request.workflowText, { maxDepth: Infinity });
  if (current || !result.ok) {
    // The gateway sends one run at a time, and only graphs that it has validated.
    throw new Error(result.ok ? 'A run is going on' : result.problem.message);
  }
  const abort = new AbortController();
  current = { runId, abort };
  const outcome = await executor.run(
    {
      jobId: request.jobId,
      graph: result.graph,
      workflowText: request.workflowText,
      assets: new Map(request.assets.map(({ id, name, blob, content }) => [id, { name, blob, content }])),
      keep: async (bytes, number) => {
        const path = join(request.workDir, `${filePrefixOf(runId)}${number}`);
        await writeFile(path, bytes);
        return { path };
      },
    },
    (event) => {
      // `keep` above writes all outputs to files.
      if (event.kind === 'output' && !('path' in event.output.content)) throw new Error('An output without a file');
      // By the line before, which the compiler does not follow into the output.
      tell({ type: 'event', runId, event } as FromEngine);
    },
    abort.signal,
  );
  current = null;
  tell({ type: 'done', runId, outcome });
}

function tell(message: FromEngine): void {
  if (process.connected) process.send?.(message);
}
