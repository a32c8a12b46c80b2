import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { readWorkflow } from '@contract/workflow/graph';
import { setUpImageLibrary } from '../../images/image-library';
import { guardMemory } from '../../child-process/memory-guard';
import { Executor } from './executor';
import { filePrefixOf, ToEngine, type FromEngine } from './protocol';

/** The engine's process. It lives as long as its channel: when the gateway is gone, nobody waits for its pictures. */

// The gateway and the browser go first, but a third of a busy core is left. Before the first picture: threads that libuv
// starts later inherit it.
const NICENESS = 5;
setPriority(NICENESS);
guardMemory();
// One thread per picture keeps the machine responsive; a cache would hold pictures that this engine keeps itself.
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
  const reading = readWorkflow(request.workflowText, { maxDepth: Infinity });
  if (current || !reading.ok) {
    // The gateway sends one run at a time, and only graphs that it read itself.
    throw new Error(reading.ok ? 'A run is going on' : reading.problem.message);
  }
  const abort = new AbortController();
  current = { runId, abort };
  const outcome = await executor.run(
    {
      jobId: request.jobId,
      graph: reading.graph,
      workflowText: request.workflowText,
      assets: new Map(request.assets.map(({ id, name, blob, content }) => [id, { name, blob, content }])),
      keep: async (bytes, number) => {
        const path = join(request.workDir, `${filePrefixOf(runId)}${number}`);
        await writeFile(path, bytes);
        return { path };
      },
    },
    (event) => {
      // What the executor writes, it writes to files.
      if (event.kind === 'output' && !('path' in event.output.content)) throw new Error('An output without a file');
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
