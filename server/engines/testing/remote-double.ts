import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { Clock } from '../../clock';
import { pause } from '../../delay';
import { GATEWAY_CLOSES, type ComfyuiConnection, type EngineEvent, type RunOutcome, type RunRequest } from '../engine';
import type { PooledEngine } from '../pool-member';

const CHECK_MS = 100;
const LOST: RunOutcome = { kind: 'failed', error: { code: 'engine_lost', message: 'The engine lost this job' } };

/** Test double of a server that outlives the gateway. It accepts prompts, runs one at a time, and loses all when killed. */
export class RemoteDouble {
  readonly name: string;
  readonly definitions: NodeDefinitions;
  /** Notes of the gateway about jobs here, which are on its own disk. */
  readonly notes = new Map<string, 'sent' | 'started' | 'unwanted'>();
  /** Job ids, one entry per started run. */
  readonly executions: string[] = [];
  /** Ids of jobs that were lost when it was killed. */
  readonly forgotten: string[] = [];
  isUp = true;
  readonly #pending: string[] = [];
  readonly #finished = new Set<string>();
  #running: string | null = null;

  /** @param models models of its only loader */
  constructor(name: string, models: readonly string[]) {
    this.name = name;
    this.definitions = {
      Load: {
        name: 'Load',
        input: { required: { model: [[...models], {}] } },
        output: ['MODEL'],
        python_module: 'nodes',
      },
      Save: {
        name: 'Save',
        input: { required: { model: ['MODEL', {}] } },
        output_node: true,
        python_module: 'nodes',
      },
    };
  }

  /** Starts the next prompt, unless one is running. */
  begin(): void {
    if (!this.isUp || this.#running !== null) return;
    this.#running = this.#pending.shift() ?? null;
    if (this.#running === null) return;
    this.executions.push(this.#running);
    // A real server reports this over the socket at once; the polling of a run below does not simulate that.
    this.notes.set(this.#running, 'started');
  }

  /** Advances by one step: the running prompt finishes, or the next one starts. */
  work(): void {
    if (this.#running === null) {
      this.begin();
      return;
    }
    this.#finished.add(this.#running);
    this.#running = null;
  }

  kill(): void {
    this.forgotten.push(...this.notes.keys());
    this.isUp = false;
    this.#running = null;
    this.#pending.length = 0;
    this.#finished.clear();
  }

  submit(id: string): void {
    if (this.#running !== null || this.#pending.length > 0) throw new Error('The gateway hands over one job at a time');
    this.#pending.push(id);
  }

  withdraw(id: string): void {
    if (this.#running === id) this.#running = null;
    if (this.#pending.includes(id)) this.#pending.length = 0;
    this.notes.delete(id);
  }

  placeOf(id: string): 'pending' | 'running' | 'ended' | 'unknown' {
    if (this.#running === id) return 'running';
    if (this.#finished.has(id)) return 'ended';
    return this.#pending.includes(id) ? 'pending' : 'unknown';
  }
}

/** Engine of one gateway process in front of a `RemoteDouble`, by the rules of decision 008. */
export function openRemote(server: RemoteDouble, clock: Clock): PooledEngine {
  const stage = (id: string) => server.notes.get(id) ?? null;
  const concluded = new Set<string>();
  return {
    name: 'comfyui',
    parallel: 1,
    reportsStart: true,
    get state(): ComfyuiConnection['state'] {
      return server.isUp ? 'here' : 'away';
    },
    knownDefinitions: server.definitions,
    health: () => ({ isReady: server.isUp, label: server.name, waitingReason: `${server.name} is away` }),
    comfyui: () => ({
      url: `http://${server.name}`,
      state: server.isUp ? 'here' : 'away',
      version: null,
      memory: null,
      unreachableSince: null,
      queue: null,
    }),
    look: () => Promise.resolve(),
    lastSeen: () => Promise.resolve(null),
    readLibrary: () => Promise.resolve(null),
    definitions: () => Promise.resolve(server.definitions),
    resumes: (id) => stage(id) === 'sent' || stage(id) === 'started',
    recordedJobIds: () => [...server.notes.keys()],
    release(id) {
      if (concluded.delete(id)) server.notes.delete(id);
      else if (stage(id) !== null) server.notes.set(id, 'unwanted');
      if (server.isUp && stage(id) === 'unwanted') server.withdraw(id);
    },
    async run(request, report, signal) {
      const outcome = await runRemotely(server, clock, request, report, signal);
      if (outcome.kind !== 'canceled') concluded.add(request.jobId);
      return outcome;
    },
    close: () => Promise.resolve(),
  };
}

async function runRemotely(
  server: RemoteDouble,
  clock: Clock,
  { jobId }: RunRequest,
  report: (event: EngineEvent) => void,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const isResumed = server.notes.has(jobId);
  let hasSubmitted = false;
  const start = () => {
    server.notes.set(jobId, 'started');
    report({ kind: 'start' });
  };
  for (;;) {
    if (signal.aborted) {
      if (signal.reason !== GATEWAY_CLOSES && server.notes.has(jobId)) server.notes.set(jobId, 'unwanted');
      if (signal.reason !== GATEWAY_CLOSES && server.isUp) server.withdraw(jobId);
      return { kind: 'canceled' };
    }
    if (server.isUp && !server.notes.has(jobId)) {
      server.notes.set(jobId, 'sent');
      server.submit(jobId);
      hasSubmitted = true;
    } else if (server.isUp) {
      const position = server.placeOf(jobId);
      if (position === 'running') start();
      if (position === 'ended') {
        start();
        report({ kind: 'output', output: outputOf(jobId) });
        return { kind: 'succeeded' };
      }
      if (position === 'unknown') {
        if (server.notes.get(jobId) === 'started' || (isResumed && !hasSubmitted)) return LOST;
        server.notes.delete(jobId);
        continue;
      }
    }
    await pause(clock, CHECK_MS, signal).catch(() => {});
  }
}

function outputOf(jobId: string) {
  const bytes = new TextEncoder().encode(jobId);
  return { nodeId: '2', name: 'out.txt', type: 'file', contentType: 'text/plain', content: { bytes } } as const;
}
