import { EventLog } from '@contract/conformance/harness/event-log';
import type { Asset, Job, JobPage } from '@contract/jobs/schemas';
import { createApp, type App } from '../../app';
import type { AppSettings } from '../../deps';
import type { Engine } from '../../engines/engine';
import type { Logger } from '../../log';
import { ScriptedEngine } from '../../testing/scripted-engine/scripted-engine';
import type { Store } from '../../storage/store';
import { createMemoryDeps, type MemoryDeps } from '../../testing/memory-deps';
import { VirtualClock } from '../../testing/virtual-clock';
import type { WebhookSend } from '../../webhook/webhook-request';

export const ORIGIN = 'http://127.0.0.1:8189';

export interface JobHostOptions {
  settings?: Partial<AppSettings>;
  parallel?: number;
  /** Wraps the store of the gateway, for example to simulate a full disk. */
  wrapStore?: (store: Store) => Store;
  /** Replaces the scripted engine, for each process of the gateway. */
  openEngine?: (clock: VirtualClock) => Engine;
  sendWebhook?: WebhookSend;
  log?: Logger;
}

export interface SubmitOptions {
  key?: string;
  more?: Record<string, unknown>;
}

interface AssetOptions {
  owner?: string;
  expiresAt?: number;
  tags?: readonly string[];
}

/** Series of gateway processes on the same records, for the specs of this folder. */
export class JobHost {
  readonly #options: JobHostOptions;
  /** The dependencies with the unwrapped store. */
  #bare: MemoryDeps;
  #deps: MemoryDeps;
  #app: App;
  #severed = { value: false };

  private constructor(options: JobHostOptions, bare: MemoryDeps) {
    this.#options = options;
    this.#bare = bare;
    this.#deps = this.#wrapped();
    this.#app = this.#createApp();
  }

  static async start(options: JobHostOptions = {}): Promise<JobHost> {
    const { settings = {}, parallel = 1, sendWebhook, log } = options;
    const given = { settings, parallel, ...(sendWebhook ? { sendWebhook } : {}), ...(log ? { log } : {}) };
    const host = new JobHost(options, await createMemoryDeps(given));
    await host.#app.start();
    return host;
  }

  get clock(): VirtualClock {
    return this.#deps.clock;
  }

  get engine(): ScriptedEngine {
    return this.#deps.engine;
  }

  get deps(): MemoryDeps {
    return this.#deps;
  }

  /** Shuts down the process and starts another. */
  async restart(): Promise<void> {
    await this.#app.close();
    await this.#next();
  }

  /**
   * Ends the process between two instructions like SIGKILL: from then on it has no effect.
   * @param prepare called with the engine of the next process before its first request.
   */
  async kill(prepare?: (engine: ScriptedEngine) => void): Promise<void> {
    await this.#next(prepare);
  }

  async #next(prepare?: (engine: ScriptedEngine) => void): Promise<void> {
    this.#severed.value = true;
    // Timers of the killed process stay on its own clock, which no longer advances.
    const clock = new VirtualClock(this.clock.now());
    this.#bare = { ...this.#bare, clock, engine: new ScriptedEngine({ clock, parallel: this.#options.parallel ?? 1 }) };
    this.#deps = this.#wrapped();
    prepare?.(this.engine);
    this.#app = this.#createApp();
    await this.#app.start();
  }

  #createApp(): App {
    return createApp({ ...this.#deps, engine: this.#options.openEngine?.(this.clock) ?? this.#deps.engine });
  }

  #wrapped(): MemoryDeps {
    this.#severed = { value: false };
    const store = this.#options.wrapStore?.(this.#bare.store) ?? this.#bare.store;
    return { ...this.#bare, store: severable(store, this.#severed) };
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return this.#app.fetch(new Request(path.startsWith('/') ? ORIGIN + path : path, init));
  }

  post(body: unknown, { key }: { key?: string } = {}): Promise<Response> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.fetch('/api/v2/jobs', {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) },
    });
  }

  async submit(workflow: object, { key, more }: SubmitOptions = {}): Promise<Job> {
    const response = await this.post({ workflow, ...more }, key === undefined ? {} : { key });
    if (response.status !== 201) throw new Error(`Submission failed with ${response.status}: ${await response.text()}`);
    return (await response.json()) as Job;
  }

  async job(id: string): Promise<Job> {
    const response = await this.fetch(`/api/v2/jobs/${id}`);
    if (response.status !== 200) throw new Error(`GET failed with ${response.status}: ${await response.text()}`);
    return (await response.json()) as Job;
  }

  async list(query = ''): Promise<JobPage> {
    const response = await this.fetch(`/api/v2/jobs${query}`);
    if (response.status !== 200) throw new Error(`Listing failed with ${response.status}: ${await response.text()}`);
    return (await response.json()) as JobPage;
  }

  async cancel(id: string): Promise<Job> {
    return (await (await this.fetch(`/api/v2/jobs/${id}/cancel`, { method: 'POST' })).json()) as Job;
  }

  /** Creates an asset like an upload does. */
  async addAsset(bytes: Uint8Array, more: AssetOptions = {}): Promise<Pick<Asset, 'id'>> {
    async function* once() {
      yield bytes;
    }
    const blob = await this.deps.blobs.put(once());
    const id = this.deps.newId();
    this.deps.store.assets.insert({
      id,
      owner: more.owner ?? 'local',
      blob: blob.hash,
      sizeBytes: blob.size,
      contentType: 'image/png',
      filePath: 'photo.png',
      createdAt: this.clock.now(),
      expiresAt: more.expiresAt ?? null,
      jobId: null,
      tags: more.tags ?? [],
    });
    return { id };
  }

  /** Reads the complete stream of a job in the background. */
  async follow(id: string): Promise<EventLog> {
    const response = await this.fetch(`/api/v2/jobs/${id}/events`);
    if (response.status !== 200 || !response.body) throw new Error(`Events failed with ${response.status}`);
    return new EventLog(response.body);
  }
}

/** Wraps a store so that a killed process can no longer access it. */
function severable(store: Store, severed: { value: boolean }): Store {
  const guard = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name) {
        if (severed.value) throw new Error('This process is dead');
        const property: unknown = Reflect.get(target, name);
        if (typeof property === 'function') return property.bind(target) as unknown;
        return typeof property === 'object' && property !== null ? guard(property) : property;
      },
    });
  return guard(store);
}
