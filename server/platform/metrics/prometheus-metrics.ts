import { statSync } from 'node:fs';
import { JOB_STATUSES, isTerminal } from '@contract/jobs/lifecycle';
import { ALL_BUCKETS } from '@contract/router/errors';
import { ownKeys } from '@contract/typed-objects';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { UPLOAD_RESULTS, type Exposition, type GatewayState, type Metrics } from '../../metrics';
import { eventFamilies, stateFamilies } from './families';

/** Methods with a label of their own: clients may send any word as method. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export interface PrometheusOptions {
  version: string;
  /** Path of the database; its log is counted with it. */
  databasePath: string;
}

/** The metrics of this process, in the text format of Prometheus and in OpenMetrics. `docs/metrics.md` lists them. */
export function createPrometheusMetrics({ version, databasePath }: PrometheusOptions): Metrics {
  const registry = new Registry();
  const events = eventFamilies(registry);
  const states = stateFamilies(registry);
  states.build.set({ version, node: process.version }, 1);
  // A rate needs the series before its first event.
  for (const status of JOB_STATUSES) if (isTerminal(status)) events.jobsEnded.inc({ status }, 0);
  for (const result of UPLOAD_RESULTS) {
    events.uploads.inc({ result }, 0);
    events.uploadBytes.inc({ result }, 0);
  }
  for (const error of ['none', ...ownKeys(ALL_BUCKETS)]) events.modelCalls.inc({ error }, 0);

  let isRead = false;
  const setStates = (state: GatewayState) => {
    for (const status of JOB_STATUSES) states.jobs.set({ status }, state.jobs[status] ?? 0);
    states.queueJobs.set({ where: 'gateway' }, state.queue.waiting);
    states.queueJobs.set({ where: 'engine' }, state.queue.atEngine);
    states.queueLimit.set(state.queue.depth);
    states.queuePaused.set(Number(state.queue.isPaused));
    // An engine that is no longer configured must not stay.
    for (const family of [states.engineUp, states.engineDraining, states.engineJobs]) family.reset();
    for (const { name: engine, isUp, isDraining, runningJobs } of state.engines) {
      states.engineUp.set({ engine }, Number(isUp));
      states.engineDraining.set({ engine }, Number(isDraining));
      states.engineJobs.set({ engine }, runningJobs);
    }
    states.modelCalls.set({ state: 'in_flight' }, state.modelCalls.inFlight);
    states.modelCalls.set({ state: 'queued' }, state.modelCalls.queued);
    states.streams.set({ kind: 'job' }, state.streams.job);
    states.streams.set({ kind: 'feed' }, state.streams.feed);
    for (const kind of ownKeys(state.storage.files)) {
      states.files.set({ kind }, state.storage.files[kind].files);
      states.fileBytes.set({ kind }, state.storage.files[kind].bytes);
    }
    states.databaseBytes.set(sizeOf(databasePath) + sizeOf(`${databasePath}-wal`));
    states.diskFree.set(state.storage.freeBytes ?? Number.NaN);
    states.storageProblem.set(Number(state.storage.hasProblem));
    states.webhookWaiting.set(state.webhookWaiting);
  };

  return {
    requestAnswered({ method, route, status, seconds }) {
      const labels = { method: METHODS.has(method) ? method : 'other', route: route ?? 'none' };
      events.requests.inc({ ...labels, status: `${Math.floor(status / 100)}xx` });
      events.requestSeconds.observe(labels, seconds);
    },
    jobStarted: (waitS) => events.jobWait.observe(waitS),
    jobEnded(status, runS) {
      events.jobsEnded.inc({ status });
      if (runS !== null) events.jobRun.observe({ status }, runS);
    },
    uploadStored(result, bytes) {
      events.uploads.inc({ result });
      events.uploadBytes.inc({ result }, bytes);
    },
    modelCallEnded({ error, seconds }) {
      events.modelCalls.inc({ error: error ?? 'none' });
      events.modelCallSeconds.observe(seconds);
    },
    async expose(state, accept) {
      // From the first scrape on: they keep a timer and watch the garbage collection, which a gateway without a reader must not pay for.
      if (!isRead) collectProcess(registry);
      isRead = true;
      setStates(state);
      // Strict parsers do not take the spelling of prom-client, such as before the first measurement of the event loop.
      const text = (await registry.metrics()).replace(/ Nan$/gm, ' NaN');
      return wantsOpenMetrics(accept) ? toOpenMetrics(text) : { contentType: registry.contentType, text };
    },
  };
}

/** Gauges whose names end like those of counters, which `promtool check metrics` rejects. They are sums of others. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Event loop, memory and garbage collection of this process, under the names that dashboards for Node expect. */
function collectProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Returns true if the scraper prefers OpenMetrics, or takes it as well as the text format: it lists what it prefers first. */
export function wantsOpenMetrics(accept: string | null): boolean {
  const quality = (type: string) => {
    const ranges = (accept ?? '').split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()));
    const given = ranges.filter(([name]) => name === type).map((range) => range.find((part) => part.startsWith('q=')));
    return Math.max(0, ...given.map((q) => (q === undefined ? 1 : Number(q.slice(2)) || 0)));
  };
  const open = quality('application/openmetrics-text');
  return open > 0 && open >= quality('text/plain');
}

/**
 * Converts the text format of Prometheus, which differs in three points. `prom-client` could write OpenMetrics itself, but its registry
 * then drops the suffix of its counters for good, so that the next scrape in the text format would find other names.
 */
export function toOpenMetrics(text: string): Exposition {
  const lines = text.split('\n').filter((line) => line !== '');
  const counters = new Set(lines.map((line) => /^# TYPE (\S+)_total counter$/.exec(line)?.[1]));
  // A family of counters has the name of its samples without their suffix.
  const converted = lines.map((line) => {
    const [, keyword, name, rest] = /^# (HELP|TYPE) (\S+)_total (.*)$/.exec(line) ?? [];
    return name !== undefined && counters.has(name) ? `# ${keyword} ${name} ${rest}` : line;
  });
  return { contentType: Registry.OPENMETRICS_CONTENT_TYPE, text: `${converted.join('\n')}\n# EOF\n` };
}
