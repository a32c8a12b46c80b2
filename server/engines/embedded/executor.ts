import type { JobError } from '@contract/jobs/schemas';
import type { JsonValue } from '@contract/json/lossless';
import { isAssetReference } from '@contract/workflow/asset-references';
import { coerceLiteral } from '@contract/workflow/coerce';
import { asLink, nodeLinks, nodeTitle, type Graph, type GraphNode } from '@contract/workflow/graph';
import { inputSpecs, type InputSpec } from '@contract/workflow/node-definitions';
import { yieldToEventLoop } from '../../storage/yield-to-event-loop';
import type { EngineEvent, EngineOutput, RunOutcome } from '../engine';
import { EMBEDDED_DEFINITIONS } from './definitions';
import { NodeFailure, RunCanceled } from './node-failure';
import { NodeInputs } from './node-inputs';
import type { AssetSource, NodeContext } from './node-implementation';
import { NODE_IMPLEMENTATIONS } from './node-implementations';
import { planRun } from './run-plan';
import { ValueCache } from './value-cache';
import { describeValue, type NodeValue } from './values';

export interface ExecutorRequest {
  jobId: string;
  graph: Graph;
  workflowText: string;
  assets: ReadonlyMap<string, AssetSource>;
  /** Stores the bytes of an output. @param number one-based index within the run */
  keep: (bytes: Uint8Array, number: number) => Promise<EngineOutput['content']>;
}

/** Cache size for four images of 12 megapixels, which covers a typical chain. */
const CACHE_BYTES = 192 * 1024 * 1024;
/** Maximum delay until a cancellation is handled, plus one row of work. */
const BREATH_MS = 20;
/** Minimum interval between reported steps. */
const STEP_EVERY_MS = 40;

/**
 * Executes graphs, one at a time. Runs in the child process and, in the demo, in a service worker; depends on neither.
 */
export class Executor {
  readonly #cache: ValueCache;

  constructor(cacheBytes = CACHE_BYTES) {
    this.#cache = new ValueCache(cacheBytes);
  }

  /** See `Engine.run`. */
  async run(request: ExecutorRequest, report: (event: EngineEvent) => void, signal: AbortSignal): Promise<RunOutcome> {
    const run = new Run(request, report, signal, this.#cache);
    return run.execute();
  }
}

class Run {
  readonly #request: ExecutorRequest;
  readonly #report: (event: EngineEvent) => void;
  readonly #signal: AbortSignal;
  readonly #cache: ValueCache;
  readonly #startedAt = new Date();
  readonly #counters = new Map<string, number>();
  /** Results that further nodes will read. */
  readonly #values = new Map<string, NodeValue[]>();
  readonly #readersLeft = new Map<string, number>();
  #yieldedAt = performance.now();
  #files = 0;

  constructor(request: ExecutorRequest, report: (event: EngineEvent) => void, signal: AbortSignal, cache: ValueCache) {
    this.#request = request;
    this.#report = report;
    this.#signal = signal;
    this.#cache = cache;
  }

  async execute(): Promise<RunOutcome> {
    const plan = planRun(this.#request.graph, EMBEDDED_DEFINITIONS, this.#request.assets, this.#cache);
    for (const [id, values] of plan.known) this.#values.set(id, values);
    for (const node of plan.order) {
      for (const source of sourcesOf(node)) {
        this.#readersLeft.set(source, (this.#readersLeft.get(source) ?? 0) + 1);
      }
    }
    const kept = plan.cached.length === 0 ? '' : `, ${plan.cached.length} unchanged since an earlier run`;
    this.#log('info', `${plan.order.length} nodes to run${kept}`);
    for (const node of plan.cached) this.#report({ kind: 'node', nodeId: node.id, state: 'cached' });
    for (const node of plan.order) {
      const outcome = await this.#runNode(node, plan.keyOf(node));
      if (outcome) return outcome;
    }
    this.#log('info', `Done in ${seconds(Date.now() - this.#startedAt.getTime())}`);
    return { kind: 'succeeded' };
  }

  /** Runs a node. Returns `null` to continue. */
  async #runNode(node: GraphNode, key: string): Promise<RunOutcome | null> {
    const startedAt = performance.now();
    try {
      await this.#yieldControl();
      this.#report({ kind: 'node', nodeId: node.id, state: 'running' });
      const values = await this.#compute(node);
      if (EMBEDDED_DEFINITIONS[node.classType]?.output_node !== true) this.#cache.put(key, values);
      if (this.#readersLeft.has(node.id)) this.#values.set(node.id, values);
      for (const source of sourcesOf(node)) this.#release(source);
      const made = values.length > 0 ? `: ${values.map(describeValue).join(', ')}` : '';
      this.#log('info', `${nameOf(node)} took ${seconds(performance.now() - startedAt)}${made}`);
      this.#report({ kind: 'node', nodeId: node.id, state: 'done' });
      return null;
    } catch (error) {
      if (error instanceof RunCanceled || this.#signal.aborted) {
        this.#log('info', `Canceled at ${nameOf(node)}`);
        return { kind: 'canceled' };
      }
      const failure = jobError(node, error, this.#request.graph);
      this.#log('error', `${nameOf(node)} failed: ${failure.message}`);
      this.#report({ kind: 'node', nodeId: node.id, state: 'failed' });
      return { kind: 'failed', error: failure };
    }
  }

  #compute(node: GraphNode): Promise<NodeValue[]> | NodeValue[] {
    const definition = EMBEDDED_DEFINITIONS[node.classType];
    const run = NODE_IMPLEMENTATIONS.get(node.classType);
    if (!definition || !run) throw new NodeFailure(`This engine has no class ${node.classType}`);
    const values = new Map<string, NodeValue>();
    const specs = inputSpecs(definition);
    for (const [name, value] of Object.entries(node.inputs)) {
      const spec = specs.find((each) => each.name === name);
      values.set(name, this.#resolve(name, value, spec));
    }
    return run(new NodeInputs(values, specs), this.#context(node));
  }

  /** Resolves an input. Literals are converted like in ComfyUI; linked values stay unchanged. */
  #resolve(name: string, value: JsonValue, spec: InputSpec | undefined): NodeValue {
    const link = asLink(value);
    if (link) {
      const found = this.#values.get(link.nodeId)?.[link.slot];
      if (!found) throw new NodeFailure(`Node ${link.nodeId} has no output ${link.slot}`);
      return found;
    }
    if (isAssetReference(value)) return { kind: 'literal', value };
    const converted = coerceLiteral(value, spec?.kind ?? 'link');
    if (!converted) throw new NodeFailure(`${name} must be a number`);
    return { kind: 'literal', value: converted.value };
  }

  #release(nodeId: string): void {
    const left = (this.#readersLeft.get(nodeId) ?? 1) - 1;
    this.#readersLeft.set(nodeId, left);
    if (left === 0) this.#values.delete(nodeId);
  }

  #context(node: GraphNode): NodeContext {
    const { jobId, graph, workflowText, assets, keep } = this.#request;
    let steppedAt = -Infinity;
    return {
      node,
      graph,
      jobId,
      workflowText,
      startedAt: this.#startedAt,
      asset: (id) => assets.get(id) ?? null,
      yieldControl: () => this.#yieldControl(),
      compute: async (work) => {
        for (;;) {
          const next = work.next();
          if (next.done === true) return next.value;
          await this.#yieldControl();
        }
      },
      step: (step, steps) => {
        const now = performance.now();
        if (step < steps && now - steppedAt < STEP_EVERY_MS) return;
        steppedAt = now;
        this.#report({ kind: 'step', nodeId: node.id, step, steps });
      },
      preview: (contentType, data) => this.#report({ kind: 'preview', nodeId: node.id, contentType, data }),
      save: async ({ name, type, contentType, bytes }) => {
        this.#files += 1;
        const content = await keep(bytes, this.#files);
        this.#report({ kind: 'output', output: { nodeId: node.id, name, type, contentType, content } });
      },
      count: (prefix) => {
        const next = (this.#counters.get(prefix) ?? 0) + 1;
        this.#counters.set(prefix, next);
        return next;
      },
      elapsed: () => performance.now(),
    };
  }

  async #yieldControl(): Promise<void> {
    if (performance.now() - this.#yieldedAt >= BREATH_MS) {
      await yieldToEventLoop();
      this.#yieldedAt = performance.now();
    }
    if (this.#signal.aborted) throw new RunCanceled();
  }

  #log(level: 'info' | 'error', message: string): void {
    this.#report({ kind: 'log', level, message });
  }
}

function sourcesOf(node: GraphNode): Set<string> {
  return new Set(nodeLinks(node).map(({ link }) => link.nodeId));
}

function nameOf(node: GraphNode): string {
  return `${nodeTitle(node)} (${node.id})`;
}

function seconds(ms: number): string {
  return ms < 995 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function jobError(node: GraphNode, error: unknown, graph: Graph): JobError {
  const message =
    error instanceof NodeFailure
      ? error.message
      : `The engine could not finish this node: ${error instanceof Error ? error.message : String(error)}`;
  return {
    code: 'node_execution_error',
    message,
    node_id: node.id,
    class_type: node.classType,
    traceback: tracebackOf(node, error, graph),
  };
}

const MAX_LINES = 40;

/**
 * Builds a traceback for finding the cause: the path through the graph to the node, then the calls in the engine. Folders of
 * this machine are removed, since tracebacks are shown, copied and shared.
 */
function tracebackOf(node: GraphNode, error: unknown, graph: Graph): string {
  const lines = [`${node.classType} ${node.id} (${nodeTitle(node)})`];
  const seen = new Set<string>([node.id]);
  for (let at: GraphNode | undefined = node; at && lines.length < MAX_LINES / 2;) {
    const [first] = nodeLinks(at);
    const source: GraphNode | undefined = first ? graph.get(first.link.nodeId) : undefined;
    if (!first || !source || seen.has(source.id)) break;
    seen.add(source.id);
    lines.push(`  ${first.input} from ${source.classType} ${source.id}, output ${first.link.slot}`);
    at = source;
  }
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    lines.push('', ...withoutFolders(cause.stack ?? `${cause.name}: ${cause.message}`).split('\n'));
  }
  return lines.slice(0, MAX_LINES).join('\n');
}

function withoutFolders(text: string): string {
  return text.replace(/(?:file:\/\/)?(?:[A-Za-z]:)?(?:[\\/][^\\/\s():]+)+[\\/]([^\\/\s():]+)/g, '$1');
}
