import { nodeName, readWorkflowInSlices, type Graph } from '@contract/workflow/graph';
import { runInSlices } from '@contract/slices';
import type { AppDeps } from '../deps';
import { yieldFor } from '../jobs/run/pauses';

/** The nodes of larger workflows keep their ids: reading them would take longer than the listing itself. */
const MAX_TEXT = 2_000_000;
const MAX_CACHED = 5000;

/** Names of the nodes that made files. Workflows never change, so names are cached. */
export class OutputNodeNames {
  readonly #deps: Pick<AppDeps, 'store' | 'engine'>;
  readonly #cache = new Map<string, string | null>();

  constructor(deps: Pick<AppDeps, 'store' | 'engine'>) {
    this.#deps = deps;
  }

  /** Returns the name of a node, as users see it; `null` if the workflow of the job does not tell. */
  async read(jobId: string, nodeId: string): Promise<string | null> {
    const key = `${jobId} ${nodeId}`;
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    const graph = await this.#readGraph(jobId);
    const classes = graph ? await this.#deps.engine.definitions() : null;
    const name = nodeName(graph, nodeId, classes);
    // A starting engine does not list its classes yet.
    if (graph && classes === null) return name;
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(key, name);
    return name;
  }

  async #readGraph(jobId: string): Promise<Graph | null> {
    const text = this.#deps.store.jobs.workflowText(jobId);
    if (text === null || text.length > MAX_TEXT) return null;
    const workflow = await runInSlices(readWorkflowInSlices(text), yieldFor(text));
    return workflow.ok ? workflow.graph : null;
  }
}
