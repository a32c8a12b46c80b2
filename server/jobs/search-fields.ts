import { NO_FIELDS, searchFieldsOf, type SearchFields } from '@contract/console/search-fields';
import { TITLE_LABEL } from '@contract/console/job-title';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import { readGenerationInputs } from '@contract/workflow/generation-inputs/read-generation-inputs';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { workflowShape } from '@contract/workflow/workflow-shape';
import type { AppDeps } from '../deps';
import type { JobSearch } from '../storage/search/job-search';
import { nextTurn } from './run/pauses';

/** Larger workflows would block other requests while they are read: they are found by plain words only. */
const MAX_NODES = 1000;
const MAX_TEXT = 2_000_000;
/** Jobs between two reads of the list of jobs left. */
const BATCH = 50;

export function readSearchFields(graph: Graph, definitions: NodeDefinitions | null): SearchFields {
  return graph.size > MAX_NODES ? NO_FIELDS : searchFieldsOf(readGenerationInputs(graph, definitions));
}

/** Returns the prompt of a job as searches know it; empty if it has none, or is not of this caller. */
export function promptOf(jobId: string, owner: string, store: AppDeps['store']): string {
  return store.jobs.get(jobId)?.owner === owner ? (store.jobs.searchFields(jobId)?.prompt ?? '') : '';
}

/**
 * Returns what finds the jobs with the workflow of this one: its shape, or its title among workflows without a shape; `null` if there
 * is no such job of this caller, or if its workflow was not read yet.
 */
export function workflowOf(
  jobId: string,
  owner: string,
  store: AppDeps['store'],
): Pick<JobSearch, 'shape' | 'labels'> | null {
  const job = store.jobs.get(jobId);
  const shape = job?.owner === owner ? store.jobs.shape(jobId) : null;
  if (shape === null) return null;
  if (shape !== '') return { shape };
  const title = job?.labels[TITLE_LABEL];
  return title ? { shape, labels: { [TITLE_LABEL]: title } } : null;
}

/** Returns `1024x768`, which plain words find, too. */
export function sizesOf({ size }: SearchFields): string[] {
  return size.split('\n').filter((text) => text.includes('x'));
}

/** Reads the generation inputs and shapes of jobs from earlier versions, newest first, one at a time between other work of the gateway. */
export class SearchFieldsReader {
  readonly #deps: Pick<AppDeps, 'store' | 'engine' | 'log'>;
  #isOpen = true;
  readonly #running: Promise<void>;

  constructor(deps: Pick<AppDeps, 'store' | 'engine' | 'log'>) {
    this.#deps = deps;
    this.#running = this.#readAll();
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#running;
  }

  async #readAll(): Promise<void> {
    const { store, engine, log } = this.#deps;
    try {
      let left = store.jobs.unreadForSearch(BATCH);
      if (left.length === 0) return;
      const definitions = await engine.definitions();
      for (; left.length > 0 && this.#isOpen; left = store.jobs.unreadForSearch(BATCH)) {
        for (const id of left) {
          await nextTurn();
          if (!this.#isOpen) return;
          store.transaction(() => this.#read(id, definitions));
        }
      }
    } catch (error) {
      log.error({ err: error }, 'Could not read the inputs of older jobs for the search; the next start tries again');
    }
  }

  /** Keeps inputs that an earlier version read: the engine may not know the classes of an old workflow any more. */
  #read(id: string, definitions: NodeDefinitions | null): void {
    const { jobs } = this.#deps.store;
    const graph = this.#readGraph(id);
    if (jobs.searchFields(id) === null) {
      jobs.setSearchFields(id, graph ? readSearchFields(graph, definitions) : NO_FIELDS);
    }
    jobs.setShape(id, graph ? workflowShape(graph) : '');
  }

  #readGraph(id: string): Graph | null {
    const text = this.#deps.store.jobs.workflowText(id);
    if (text === null || text.length > MAX_TEXT) return null;
    const workflow = readWorkflow(text);
    return workflow.ok ? workflow.graph : null;
  }
}
