import { http, HttpResponse } from 'msw';
import type { Job, Output } from '@contract/jobs/schemas';

/** Jobs as any surface may tell them, for what our own gateway never says. */

export const JOB_ID = '7f3d2c1b-9a8e-4d6f-8012-3c4d5e6f7a8b';

export function makeJob(more: Partial<Job> = {}): Job {
  const id = more.id ?? JOB_ID;
  return {
    id,
    status: 'succeeded',
    created_at: '2026-11-20T10:00:00Z',
    started_at: '2026-11-20T10:00:04Z',
    completed_at: '2026-11-20T10:00:46Z',
    expires_at: '2036-11-20T10:00:00Z',
    queue_position: null,
    progress: null,
    outputs: [],
    error: null,
    urls: {
      self: `/api/v2/jobs/${id}`,
      events: `/api/v2/jobs/${id}/events`,
      cancel: `/api/v2/jobs/${id}/cancel`,
    },
    ...more,
  };
}

export function makeOutput(more: Partial<Output> = {}): Output {
  const id = more.id ?? 'a1b2c3d4-0000-4000-8000-000000000001';
  return {
    node_id: '9',
    name: 'seed7_00001_.png',
    type: 'image',
    content_type: 'image/png',
    size_bytes: 1_234,
    hash: null,
    url: `${location.origin}/api/v2/assets/${id}/content`,
    url_expires_at: '2036-11-20T10:00:00Z',
    id,
    ...more,
  };
}

const WORKFLOW = {
  '3': { class_type: 'EmptyImage', inputs: {}, _meta: { title: 'Canvas' } },
  '5': { class_type: 'FlowdeckReactionDiffusion', inputs: { image: ['3', 0] }, _meta: { title: 'Reaction diffusion' } },
  '9': { class_type: 'SaveImage', inputs: { images: ['5', 0] }, _meta: { title: 'Save' } },
};

/** Handlers of a surface that has this one job; `read` is asked at each GET. */
export function surfaceWith(read: () => Job, workflow: object = WORKFLOW) {
  return [
    http.get('*/api/v2/jobs/:id/workflow', () => HttpResponse.json({ workflow, format: 'api' })),
    http.get('*/api/v2/jobs/:id/events', () => problem(501, 'not_implemented')),
    http.get('*/console/events', () => problem(501, 'not_implemented')),
    http.get('*/api/v2/jobs/:id', ({ params }) =>
      params['id'] === read().id ? HttpResponse.json(read()) : problem(404, 'not_found'),
    ),
    http.get('*/api/v2/jobs', () => HttpResponse.json({ jobs: [read()], truncated: false })),
  ];
}

export function problem(status: number, code: string, message = `Told so by the test: ${code}`) {
  return HttpResponse.json({ error: { code, message, details: null } }, { status });
}
