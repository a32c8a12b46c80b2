import type { ListedJob } from '@contract/jobs/schemas';
import { nodeTitle, type Graph } from '@contract/workflow/graph';
import type { JobStart } from '@/domains/jobs/job-start';
import { withoutAnsi } from '../tabs/log/ansi';
import { redactText } from '@contract/redact-text';

const MAX_LOG_LINES = 40;

export interface ReportDetails {
  /** Name of the surface. */
  surface: string;
  /** Version of the gateway and name of its engine; `null` if the surface does not report them. */
  gateway: { version: string; engine: string } | null;
  browser: string;
  start: JobStart;
  /** Only node classes and titles are included in the report, not the inputs. */
  graph: Graph | null;
  /** Only the last lines are included in the report. */
  log:
    | { kind: 'text'; text: string }
    | { kind: 'none' }
    | { kind: 'failed'; message: string; requestId: string | null };
}

/**
 * Formats the error for a bug report. Only named fields are included, so additional fields of the surface cannot leak;
 * anything that looks like a credential is removed from messages, tracebacks and the log.
 */
export function errorReport(job: ListedJob, { surface, gateway, browser, start, graph, log }: ReportDetails): string {
  const { error } = job;
  const lines = [
    `Job ${job.id} (${job.status})`,
    `Surface: ${surface}`,
    ...(gateway ? [`Flowdeck: ${gateway.version}`, `Engine: ${gateway.engine}`] : []),
    `Browser: ${browser}`,
    `Submitted: ${job.created_at}`,
    `Started: ${job.started_at ?? (start === 'never' ? 'never' : 'not reported')}`,
    `Ended: ${job.completed_at ?? 'not yet'}`,
  ];
  if (error) {
    const node = error.node_id ? graph?.get(error.node_id) : undefined;
    lines.push(`Code: ${error.code}`);
    if (error.node_id) lines.push(`Node: ${error.node_id}${node ? ` (${nodeTitle(node)})` : ''}`);
    if (error.class_type) lines.push(`Class: ${error.class_type}`);
    lines.push(`Message: ${error.message}`);
    if (error.traceback) lines.push('', error.traceback.trimEnd());
  }
  if (graph) lines.push('', `Workflow, ${graph.size} nodes: ${classCounts(graph)}`);
  lines.push('', ...logLines(log));
  return `${redactText(lines.join('\n'))}\n`;
}

/** `ImageBlend, LoadImage × 2` */
function classCounts(graph: Graph): string {
  const counts = new Map<string, number>();
  for (const { classType } of graph.values()) counts.set(classType, (counts.get(classType) ?? 0) + 1);
  return [...counts]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([classType, count]) => (count > 1 ? `${classType} × ${count}` : classType))
    .join(', ');
}

function logLines(log: ReportDetails['log']): string[] {
  if (log.kind === 'none') return ['Log: none'];
  if (log.kind === 'failed') {
    return [`Log: could not be read: ${log.message}${log.requestId ? ` (request ${log.requestId})` : ''}`];
  }
  const lines = withoutAnsi(log.text).trimEnd().split('\n');
  const last = lines.slice(-MAX_LOG_LINES);
  return [last.length < lines.length ? `Log, the last ${last.length} of ${lines.length} lines:` : 'Log:', ...last];
}
