import { randomUUID } from 'node:crypto';
import { parsePythonJson } from '../../client/python-json';
import type { Nodes } from './class-graphs';
import { liveUrl } from './live-engine';

export type Verdict = 'accepted' | 'refused';

/** Two kernels of this size take 1 s or more on a CPU, and can be interrupted in between. */
const NODES = 100;

/**
 * Keeps a ComfyUI busy with a running prompt and a waiting one, so that later prompts are validated but never run. ComfyUI has
 * no other way to validate a prompt without running it.
 */
export class BusyComfyui {
  readonly #blockers = new Set<string>();

  /** At most one of the blocking prompts may finish between two calls. */
  async keepBusy(): Promise<void> {
    const { queue_running: running, queue_pending: pending } = await getQueue();
    const waiting = new Set([...running, ...pending].map(([, id]) => id));
    for (const id of this.#blockers) if (!waiting.has(id)) this.#blockers.delete(id);
    while (this.#blockers.size < 2) {
      const id = randomUUID();
      // Ahead of all waiting prompts.
      await post('/prompt', { prompt: blocker(), prompt_id: id, front: true });
      this.#blockers.add(id);
    }
  }

  /** Returns ComfyUI's response to a prompt, and then deletes the prompt. */
  async validate(nodes: Nodes): Promise<Verdict> {
    const id = randomUUID();
    const response = await post('/prompt', { prompt: nodes, prompt_id: id });
    await response.text();
    if (!response.ok) return 'refused';
    await this.forget([id]);
    return 'accepted';
  }

  async isQueued(id: string): Promise<boolean> {
    return (await getQueue()).queue_pending.some(([, queued]) => queued === id);
  }

  async forget(ids: string[]): Promise<void> {
    await post('/queue', { delete: ids });
  }

  async release(): Promise<void> {
    const ids = [...this.#blockers];
    await this.forget(ids);
    for (const id of ids) await post('/interrupt', { prompt_id: id });
  }
}

/** Builds a chain of blurs of a color that no earlier prompt used, so that nothing is cached. */
function blocker(): Nodes {
  const color = Math.floor(Math.random() * 0xffffff);
  const nodes: Nodes = {};
  const add = (id: string, class_type: string, inputs: Record<string, unknown>) => {
    nodes[id] = { class_type, inputs, _meta: { title: id } };
  };
  add('0', 'EmptyImage', { width: 512, height: 512, batch_size: 1, color });
  for (let id = 1; id <= NODES; id += 1) {
    add(String(id), 'ImageBlur', { image: [String(id - 1), 0], blur_radius: 31, sigma: 10 });
  }
  add('shown', 'PreviewAny', { source: [String(NODES), 0] });
  return nodes;
}

interface Queue {
  queue_running: [number, string][];
  queue_pending: [number, string][];
}

async function getQueue(): Promise<Queue> {
  return parsePythonJson(await (await fetch(`${liveUrl()}/queue`)).text()) as Queue;
}

function post(path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(liveUrl() + path, { method: 'POST', headers, body: JSON.stringify(body) });
}
