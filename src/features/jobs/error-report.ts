import type { ListedJob } from '@contract/jobs/schemas';

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

const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\b(authorization\s*[:=]\s*)(?:(bearer|basic)\s+)?[^\s'",;]+/gi, '$1[removed]'],
  [/\b(bearer\s+)[\w.~+/=-]{8,}/gi, '$1[removed]'],
  [
    /((?:api[-_]?key|auth[-_]?token|access[-_]?token|token|secret|password)[\w-]*["']?\s*[:=]\s*["']?)[^\s"',;&}]+/gi,
    '$1[removed]',
  ],
  [/\b(?:sk|pk|rk|ghp|gho|comfyui|comfy)[-_][\w-]{12,}/gi, '[removed]'],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, '[removed]'],
  // Signed addresses work for whoever has them.
  [/([?&](?:sig|signature|token|key|expires|X-Amz-[\w-]+)=)[^\s&"']+/gi, '$1[removed]'],
];

export function withoutSecrets(text: string): string {
  return SECRETS.reduce((kept, [pattern, replacement]) => kept.replace(pattern, replacement), text);
}
