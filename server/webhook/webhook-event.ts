import { z } from 'zod/mini';
import type { EndedBatch } from '@contract/console/webhook-changes';
import { jobTitleOf, TITLE_LABEL } from '@contract/console/job-title';
import { fillPath } from '@contract/jobs/links';
import { JOB_OPERATIONS } from '@contract/jobs/operations';
import { isoTime } from '../clock';
import type { JobRecord } from '../storage/job-record';

/** What is stored of an event until it is delivered: facts without links, which depend on the URL of the gateway. */
const JobEnded = z.object({
  type: z.literal('job.ended'),
  time: z.string(),
  job_id: z.string(),
  status: z.string(),
  title: z.string(),
  outputs: z.number(),
});

const BatchEnded = z.object({
  type: z.literal('batch.ended'),
  time: z.string(),
  batch_id: z.string(),
  status: z.string(),
  title: z.string(),
  jobs: z.object({ succeeded: z.number(), failed: z.number(), canceled: z.number(), unknown: z.number() }),
});

const Test = z.object({ type: z.literal('test'), time: z.string() });

export const WebhookEvent = z.discriminatedUnion('type', [JobEnded, BatchEnded, Test]);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** The JSON that receivers get (docs/webhook.md). */
export interface WebhookBody {
  id: string;
  text: string;
  links: { page: string; api?: string };
}

/** Contains no prompt, no error message and no URL of a file: receivers are other services. */
export function jobEnded(job: JobRecord, outputNames: readonly string[]): WebhookEvent {
  const { id, status, outputTitle, completedAt, labels } = job;
  return {
    type: 'job.ended',
    time: isoTime(completedAt ?? job.createdAt),
    job_id: id,
    status,
    title: jobTitleOf({ id, label: labels[TITLE_LABEL], output: outputNames[0], outputTitle }),
    outputs: outputNames.length,
  };
}

export function batchEnded({ id, title, status, ended_at, jobs }: EndedBatch): WebhookEvent {
  return { type: 'batch.ended', time: isoTime(ended_at), batch_id: id, status, title, jobs };
}

/** @param origin of the gateway as its user reaches it */
export function webhookBody(id: string, event: WebhookEvent, origin: string): WebhookEvent & WebhookBody {
  return { id, ...event, text: textOf(event), links: linksOf(event, origin) };
}

function linksOf(event: WebhookEvent, origin: string): WebhookBody['links'] {
  switch (event.type) {
    case 'job.ended':
      return {
        page: `${origin}/local/jobs/${encodeURIComponent(event.job_id)}`,
        api: origin + fillPath(JOB_OPERATIONS.getJob.path, { id: event.job_id }),
      };
    case 'batch.ended':
      return { page: `${origin}/local/batches/${encodeURIComponent(event.batch_id)}` };
    case 'test':
      return { page: `${origin}/local/settings#webhook` };
  }
}

const TITLES: Readonly<Record<string, string>> = {
  succeeded: 'Job succeeded',
  failed: 'Job failed',
  canceled: 'Job canceled',
  expired: 'Job expired',
  finished: 'Batch finished',
  stopped: 'Batch stopped',
};

/** ASCII, since it is sent as a header, too. */
export function titleOf(event: WebhookEvent): string {
  return event.type === 'test' ? 'Flowdeck test' : (TITLES[event.status] ?? 'Flowdeck');
}

function textOf(event: WebhookEvent): string {
  switch (event.type) {
    case 'job.ended':
      return `${event.title}: ${event.status}${event.outputs === 0 ? '' : `, ${counted(event.outputs, 'output')}`}`;
    case 'batch.ended': {
      const { succeeded, failed, canceled, unknown } = event.jobs;
      const parts = [`${counted(succeeded, 'job')} succeeded`];
      if (failed > 0) parts.push(`${failed} failed`);
      if (canceled > 0) parts.push(`${canceled} canceled`);
      if (unknown > 0) parts.push(`${unknown} with unknown outcome`);
      return `${event.title}: ${event.status}, ${parts.join(', ')}`;
    }
    case 'test':
      return 'This is a test. Flowdeck reports here when jobs and batches end.';
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Whether something went wrong. */
export function isBadEnd(event: WebhookEvent): boolean {
  if (event.type === 'job.ended') return event.status === 'failed' || event.status === 'expired';
  return event.type === 'batch.ended' && event.jobs.failed + event.jobs.unknown > 0;
}
