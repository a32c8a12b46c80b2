import { describe, expect, it } from 'vitest';
import { JOB_STATUSES } from '@contract/jobs/lifecycle';
import type { ListedJob, Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { JOB_ACTION_IDS, offerOf, skippedText, type JobActionId, type JobFacts } from './job-actions';

const surfaceOf = (kind: Surface['kind'], name: string): Surface => ({
  id: name.toLowerCase(),
  name,
  kind,
  baseUrl: 'https://surface.example',
  routerBaseUrl: null,
});
const GATEWAY = surfaceOf('gateway', 'Here');
const HOSTED = surfaceOf('managed', 'Cloud');
const isGateway = ({ kind }: Surface) => kind === 'gateway';
const ALL: JobFacts = { canChangeJobs: isGateway, hasWorkflow: () => true, atEngine: () => [] };
const NONE: JobFacts = { canChangeJobs: isGateway, hasWorkflow: () => false, atEngine: () => null };

const jobs = (...statuses: string[]) =>
  statuses.map((status, index): ListedJob => ({ id: `job-${index}`, status, created_at: '2026-11-20', outputs: [] }));
const offer = (id: JobActionId, surface: Surface, facts: JobFacts, ...statuses: string[]) =>
  offerOf(id, [{ surface, jobs: jobs(...statuses) }], facts);

const IMAGE: Output = {
  id: 'a',
  name: 'a.png',
  type: 'image',
  content_type: 'image/png',
  node_id: '9',
  size_bytes: 1,
  hash: null,
  url: '',
  url_expires_at: '',
};

/** Reads one action in each state: what is shown, with the reason why it does nothing. */
function inEachState(id: JobActionId, surface: Surface, facts: JobFacts) {
  return Object.fromEntries(
    [...JOB_STATUSES, 'novel'].map((status) => {
      const { isShown, reason } = offer(id, surface, facts, status);
      return [status, isShown ? (reason ?? 'ok') : `hidden, ${reason}`];
    }),
  );
}

const ended = (reason: (status: string) => string) =>
  Object.fromEntries(['succeeded', 'canceled', 'failed', 'expired'].map((status) => [status, reason(status)]));
const always = (text: string) => Object.fromEntries([...JOB_STATUSES, 'novel'].map((status) => [status, text]));

describe('an action on one job, in each state', () => {
  it('cancels what is queued or running, and is not shown once the job has ended', () => {
    expect(inEachState('cancel', HOSTED, NONE)).toEqual({
      queued: 'ok',
      running: 'ok',
      canceling: 'This job is already being canceled.',
      ...ended((status) => `hidden, This job has already ended: ${status}.`),
      novel: 'This surface reports a status that Flowdeck does not know: novel.',
    });
  });

  it('runs a job again unless its status is unknown, and opens it as a draft in any', () => {
    expect(inEachState('run-again', HOSTED, ALL)).toEqual({ ...always('ok'), novel: 'Unknown job status.' });
    expect(inEachState('edit', HOSTED, ALL)).toEqual(always('ok'));
    for (const id of ['run-again', 'edit'] as const)
      expect(inEachState(id, HOSTED, NONE)).toEqual(always('hidden, This server does not return workflows.'));
  });

  it('deletes finished jobs of a gateway, and renames any of them', () => {
    const finishedOnly = 'Only finished jobs can be deleted.';
    expect(inEachState('delete', GATEWAY, ALL)).toEqual({ ...always(finishedOnly), ...ended(() => 'ok') });
    expect(inEachState('rename', GATEWAY, ALL)).toEqual(always('ok'));
    expect(inEachState('delete', HOSTED, ALL)).toEqual(always('hidden, This server does not delete jobs.'));
    expect(inEachState('rename', HOSTED, ALL)).toEqual(always('hidden, This server does not rename jobs.'));
  });

  it('moves queued jobs where the queue can be changed', () => {
    for (const id of ['queue-front', 'queue-back'] as const) {
      expect(inEachState(id, GATEWAY, ALL)).toEqual({ ...always('hidden, null'), queued: 'ok' });
      expect(offer(id, GATEWAY, NONE, 'queued').isShown).toBe(false);
    }
  });

  it('is offered in every state if it changes nothing', () => {
    for (const id of ['star', 'tags', 'export', 'copy-id', 'copy-link'] as const)
      expect(inEachState(id, HOSTED, NONE)).toEqual(always('ok'));
    expect(inEachState('save-outputs', HOSTED, NONE)).toEqual(always('This job has no outputs.'));
    expect(inEachState('same-workflow', HOSTED, NONE)).toEqual(always('Workflow name unknown.'));
    expect(inEachState('same-workflow', GATEWAY, NONE)).toEqual(always('ok'));
    expect(inEachState('input', HOSTED, NONE)).toEqual(always('hidden, null'));
  });

  it('shows jobs with the same prompt on servers that search them', () => {
    expect(inEachState('same-prompt', GATEWAY, ALL)).toEqual(always('ok'));
    expect(inEachState('same-prompt', HOSTED, ALL)).toEqual(always('hidden, This server does not search prompts.'));
  });

  it('uses outputs that an input accepts', () => {
    const servers = [{ surface: HOSTED, jobs: jobs('succeeded').map((job) => ({ ...job, outputs: [IMAGE] })) }];
    expect(offerOf('input', servers, NONE)).toMatchObject({ isShown: true, reason: null });
    expect(offerOf('save-outputs', servers, NONE)).toMatchObject({ isShown: true, reason: null });
  });
});

describe('an action on several jobs', () => {
  it('is offered if it applies to one of them', () => {
    expect(offer('cancel', GATEWAY, ALL, 'succeeded', 'running').reason).toBeNull();
    expect(offer('cancel', GATEWAY, ALL, 'canceling', 'failed').reason).toBe('None of them is queued or running.');
    expect(offer('delete', GATEWAY, ALL, 'running', 'failed').reason).toBeNull();
    expect(offer('run-again', GATEWAY, ALL, 'novel', 'failed').reason).toBeNull();
    expect(offer('save-outputs', GATEWAY, ALL, 'failed', 'failed').reason).toBe('None of them has outputs.');
  });

  it('is not offered if it is for a single job', () => {
    const single = new Set<JobActionId>(['edit', 'input', 'rename', 'same-workflow', 'same-prompt', 'copy-link']);
    const shown = JOB_ACTION_IDS.filter((id) => offer(id, GATEWAY, ALL, 'queued', 'succeeded').isShown);
    expect(shown).toEqual(JOB_ACTION_IDS.filter((id) => !single.has(id)));
  });

  it('compares two to four finished jobs', () => {
    expect(offer('compare', GATEWAY, ALL, 'succeeded', 'failed').reason).toBeNull();
    expect(offer('compare', GATEWAY, ALL, 'succeeded', 'running').reason).toMatch(/have finished/);
    for (const count of [1, 5])
      expect(offer('compare', GATEWAY, ALL, ...Array<string>(count).fill('succeeded')).reason).toMatch(/two to four/);
  });

  it('cannot move jobs that an engine has already, unless others are among them', () => {
    const held: JobFacts = { ...ALL, atEngine: () => ['job-0', 'job-1'] };
    expect(offer('queue-front', GATEWAY, held, 'queued').reason).toBe(
      'An engine has this job already, so it cannot be moved.',
    );
    expect(offer('queue-front', GATEWAY, held, 'queued', 'queued').reason).toMatch(/^Engines have these jobs already/);
    expect(offer('queue-front', GATEWAY, held, 'queued', 'queued', 'queued').reason).toBeNull();
  });

  it('skips the jobs of servers that do not support it, and says so', () => {
    const facts: JobFacts = { ...ALL, hasWorkflow: ({ id }) => id !== HOSTED.id };
    const servers = [
      { surface: GATEWAY, jobs: jobs('succeeded') },
      { surface: HOSTED, jobs: jobs('failed', 'canceled') },
    ];
    const { able, lacking, reason } = offerOf('run-again', servers, facts);
    expect([able, lacking, reason]).toEqual([[servers[0]], [servers[1]], null]);
    expect(lacking.map((server) => skippedText('run-again', server))).toEqual([
      'Cloud: 2 jobs skipped because the server does not return workflows.',
    ]);
    expect(offerOf('run-again', servers, NONE).reason).toBe('These servers do not return workflows.');
  });
});
