import { describe, expect, test } from 'vitest';
import type { AnnotatedJob, AnnotatedJobs } from '@contract/console/job-annotations';
import { JobHost } from '../../jobs/testing/job-host';

async function list(host: JobHost, since?: number): Promise<AnnotatedJobs> {
  const response = await host.fetch(`/console/annotations${since === undefined ? '' : `?since=${since}`}`);
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  return (await response.json()) as AnnotatedJobs;
}

function send(host: JobHost, ...jobs: readonly AnnotatedJob[]): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return host.fetch('/console/annotations', { method: 'POST', headers, body: JSON.stringify({ jobs }) });
}

const starred = (id: string, at: number, is = true): AnnotatedJob => ({ id, annotation: { star: { is, at } } });

describe('the annotations of jobs', () => {
  test('are merged by field, and listed from a version on', async () => {
    const host = await JobHost.start();
    const empty = await list(host);
    expect(empty).toMatchObject({ version: 0, jobs: [], more: false });
    await send(host, starred('a', 5), starred('b', 5));
    const first = await list(host);
    expect(first.jobs).toEqual([starred('a', 5), starred('b', 5)]);
    const response = await send(host, {
      id: 'a',
      annotation: { star: { is: false, at: 4 }, rating: { stars: 3, at: 4 } },
    });
    const merged = { id: 'a', annotation: { star: { is: true, at: 5 }, rating: { stars: 3, at: 4 } } };
    expect(((await response.json()) as AnnotatedJobs).jobs).toEqual([merged]);
    expect(await list(host, first.version)).toMatchObject({ store: empty.store, jobs: [merged], more: false });
  });

  test('do not change when a request is repeated', async () => {
    const host = await JobHost.start();
    await send(host, starred('a', 5));
    const { version } = await list(host);
    await send(host, starred('a', 5));
    expect(await list(host, version)).toMatchObject({ version, jobs: [] });
  });

  test('are listed in pages', async () => {
    const host = await JobHost.start();
    for (let page = 0; page < 3; page += 1) {
      await send(host, ...Array.from({ length: 400 }, (_, index) => starred(`${page}-${index}`, 1)));
    }
    const first = await list(host);
    const second = await list(host, first.version);
    expect([first.jobs.length, first.more, second.jobs.length, second.more]).toEqual([1000, true, 200, false]);
    expect(new Set([...first.jobs, ...second.jobs].map(({ id }) => id)).size).toBe(1200);
  });

  test.each(['x', '-1', '1.5', '1e3'])('are not listed since %s', async (since) => {
    const host = await JobHost.start();
    expect((await host.fetch(`/console/annotations?since=${since}`)).status).toBe(400);
  });

  test('are rejected without a time', async () => {
    const host = await JobHost.start();
    expect((await send(host, starred('a', 0))).status).toBe(400);
    expect((await send(host)).status).toBe(400);
  });
});
