import { isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Graph } from '@contract/workflow/graph';
import type { JobStart } from '@/domains/jobs/job-start';
import { jobTimes, runTimeMs, waitTimeMs } from '../../job/job-times';
import { t } from '@/lib/i18n/messages';
import { formatQueuePosition } from '@/shared/job-text';
import { nodeStates, type NodeRow } from '@/shared/graph/node-states';

export interface TimelineRow {
  key: string;
  name: string;
  note: string | null;
  /** Relative to the submission. */
  startMs: number;
  ms: number;
  tone: 'quiet' | 'accent' | 'ok' | 'bad';
}

export interface Timeline {
  rows: readonly TimelineRow[];
  totalMs: number;
}

const MAX_NODES = 8;
/** Nodes shorter than this fraction of the run are combined if there are several. */
const MIN_SHARE = 0.02;
/** Colors of the states of nodes; that of all others is `ok`. */
const TONES: Readonly<Record<string, TimelineRow['tone']>> = { failed: 'bad', running: 'accent', stopped: 'quiet' };
/** A smaller remainder gets no row. */
const MIN_REST = 0.03;

/**
 * Returns the time that a job spent waiting and in each node, in execution order. Surfaces report the durations of
 * nodes but not their start times, so they are arranged end to end. Without a start time,
 * the whole time is one part. `null` if the surface reports no timestamps.
 */
export function timelineOf(job: ListedJob, graph: Graph | null, now: number, start: JobStart): Timeline | null {
  const times = jobTimes(job);
  const wait = waitTimeMs(times, now);
  const run = runTimeMs(times, now);
  if (wait === null) return null;
  const queued = queuedRow(job, wait);
  if (run !== null) return { rows: [queued, ...runRows(job, graph, wait, run)], totalMs: wait + run };
  if (start === 'never' || job.status === 'queued') return { rows: [queued], totalMs: wait };
  const note = t('this server does not report when a job starts');
  return { rows: [{ key: 'total', name: t('Total'), note, startMs: 0, ms: wait, tone: endTone(job) }], totalMs: wait };
}

function queuedRow(job: ListedJob, wait: number): TimelineRow {
  const note = job.started_at || isTerminal(job.status) ? null : formatQueuePosition(job.queue_position);
  return { key: 'queued', name: t('Queued'), note, startMs: 0, ms: wait, tone: 'quiet' };
}

function runRows(job: ListedJob, graph: Graph | null, startMs: number, run: number): TimelineRow[] {
  const nodes = nodeStates(job, graph, 'ran').rows;
  const timed = nodes.filter(({ ms, state }) => ms !== null && state !== 'cached');
  const running = nodes.find(({ state }) => state === 'running');
  const rows: TimelineRow[] = [];
  let at = 0;
  const add = (row: Omit<TimelineRow, 'startMs'>) => {
    const ms = Math.min(row.ms, Math.max(0, run - at));
    rows.push({ ...row, ms, startMs: startMs + at });
    at += ms;
  };
  const cached = nodes.filter(({ state }) => state === 'cached').length;
  if (cached > 0) {
    const note = t('taken from an earlier run');
    add({
      key: 'cached',
      name: t('{count, plural, one {# cached node} other {# cached nodes}}', { count: cached }),
      note,
      ms: 0,
      tone: 'quiet',
    });
  }
  const { own, others } = partedByLength(timed, run * MIN_SHARE);
  for (const node of own) add(nodeRow(job, node, node.ms ?? 0));
  if (others.length > 0) {
    const ms = others.reduce((sum, node) => sum + (node.ms ?? 0), 0);
    const note = outputsNote(job, new Set(others.map(({ id }) => id)));
    add({
      key: 'others',
      name: t('{count, plural, one {# shorter node} other {# shorter nodes}}', { count: others.length }),
      note,
      ms,
      tone: 'ok',
    });
  }
  const rest = run - at;
  if (running) add(nodeRow(job, running, rest));
  else if (timed.length === 0) add({ key: 'run', name: t('Whole run'), note: null, ms: rest, tone: endTone(job) });
  else if (rest > run * MIN_REST) {
    const [name, note] =
      job.error?.code === 'engine_lost'
        ? [t('Waiting for the engine'), t('it did not respond')]
        : [t('Overhead'), t('start-up and saving')];
    add({ key: 'rest', name, note, ms: rest, tone: 'quiet' });
  }
  return rows;
}

function nodeRow(job: ListedJob, { id, title, state }: NodeRow, ms: number): Omit<TimelineRow, 'startMs'> {
  const tone = TONES[state] ?? 'ok';
  return { key: `node ${id}`, name: title, note: outputsNote(job, new Set([id])), ms, tone };
}

function outputsNote(job: ListedJob, nodes: ReadonlySet<string>): string | null {
  const made = job.outputs?.filter(({ node_id: id }) => nodes.has(id)).length ?? 0;
  return made > 0 ? t('{count, plural, one {# output} other {# outputs}}', { count: made }) : null;
}

/** Returns the longest in order, and the others separately. */
function partedByLength(nodes: readonly NodeRow[], minMs: number): { own: NodeRow[]; others: NodeRow[] } {
  const byLength = [...nodes].sort((a, b) => (b.ms ?? 0) - (a.ms ?? 0));
  const long = new Set(
    byLength.filter(({ ms, state }) => (ms ?? 0) >= minMs || state === 'failed').slice(0, MAX_NODES - 1),
  );
  const others = nodes.filter((node) => !long.has(node));
  return others.length < 2 ? { own: [...nodes], others: [] } : { own: nodes.filter((node) => long.has(node)), others };
}

function endTone({ status }: ListedJob): TimelineRow['tone'] {
  if (status === 'failed') return 'bad';
  if (status === 'succeeded') return 'ok';
  return isTerminal(status) ? 'quiet' : 'accent';
}
