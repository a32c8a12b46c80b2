import type { ListedJob } from '@contract/jobs/schemas';
import { withoutSecrets } from './without-secrets';

/**
 * The error as text for a bug report. Only named fields go in, so nothing that a surface adds can leak; what looks like
 * a credential inside messages and tracebacks is taken out.
 */
export function errorReport(job: ListedJob, facts: { nodeTitle: string | null; surface: string }): string {
  const { error } = job;
  const lines = [
    `Job ${job.id} (${job.status})`,
    `Surface: ${facts.surface}`,
    `Submitted: ${job.created_at}`,
    `Started: ${job.started_at ?? 'never'}`,
    `Ended: ${job.completed_at ?? 'not yet'}`,
  ];
  if (error) {
    lines.push(`Code: ${error.code}`);
    if (error.node_id) lines.push(`Node: ${error.node_id}${facts.nodeTitle ? ` (${facts.nodeTitle})` : ''}`);
    if (error.class_type) lines.push(`Class: ${error.class_type}`);
    lines.push(`Message: ${error.message}`);
    if (error.traceback) lines.push('', error.traceback.trimEnd());
  }
  return `${withoutSecrets(lines.join('\n'))}\n`;
}
