import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JobLogs, type Job } from '../jobs/schemas';
import { HOSTS } from './harness/harness';
import { errorCode, HANGING_GRAPH, jobEnd, jobWhen, postJob, submit } from './harness/jobs-on-surface';
import { fail, hang, log, steps } from './harness/scripted-graphs';
import type { Surface } from './harness/surface';

async function readLog(surface: Surface, job: Job): Promise<JobLogs> {
  const response = await surface.fetch(job.urls.logs ?? '');
  expect(response.status).toBe(200);
  return JobLogs.parse(await response.json());
}

describe.each(HOSTS)('logs $name', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open();
  });
  afterAll(() => surface.close());

  test('J-2.61 J-4.87 the output of a run is available at its link', async () => {
    const job = await jobEnd(surface, await submit(surface, { a: log('<b>hello</b> \u001b[31mwörld') }));
    const { text, truncated, captured_at, complete } = await readLog(surface, job);
    expect(text).toContain('info <b>hello</b> \u001b[31mwörld\n');
    expect({ truncated, complete }).toEqual({ truncated: false, complete: true });
    expect(Date.parse(captured_at)).toBeGreaterThanOrEqual(Date.parse(job.started_at ?? ''));
  });

  test('the log of a running job grows and is incomplete', async () => {
    const job = await submit(surface, {
      a: log('before'),
      b: steps(2, 50, 'a'),
      c: log('after', 1, 'b'),
      d: hang('c'),
    });
    await jobWhen(surface, job, ({ status }) => status === 'running');
    expect((await readLog(surface, job)).complete).toBe(false);
    await jobWhen(surface, job, ({ progress }) => progress?.current_node === 'd');
    expect((await readLog(surface, job)).complete).toBe(false);
    expect((await readLog(surface, job)).text).toMatch(/before[^]*after/);
    await surface.fetch(job.urls.cancel, { method: 'POST' });
    await jobEnd(surface, job);
    expect((await readLog(surface, job)).complete).toBe(true);
  });

  test('the log of a failed run contains the failure', async () => {
    const job = await jobEnd(surface, await submit(surface, { a: fail('No more paint') }));
    expect((await readLog(surface, job)).text).toContain('The run failed: No more paint');
  });

  test('J-2.63 J-2.64 J-4.68 a job that never started has a log link that returns 204', async () => {
    const running = await submit(surface, HANGING_GRAPH);
    const waiting = await submit(surface);
    if (waiting.urls.logs === undefined) surface.notOffered('the surface offers no logs');
    const read = async () => surface.fetch(waiting.urls.logs ?? '');
    expect((await read()).status).toBe(204);
    await surface.fetch(waiting.urls.cancel, { method: 'POST' });
    const response = await read();
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    await surface.fetch(running.urls.cancel, { method: 'POST' });
    await jobEnd(surface, running);
  });

  test('J-4.88 a log that is too long is truncated to its tail', async () => {
    const job = await jobEnd(surface, await submit(surface, { a: log('x'.repeat(100), 4000) }));
    const { text, truncated } = await readLog(surface, job);
    expect(truncated).toBe(true);
    expect(text).toContain(`${'x'.repeat(100)} 4000\n`);
    expect(text).not.toContain(`${'x'.repeat(100)} 1\n`);
    expect(new TextEncoder().encode(text).byteLength).toBeLessThanOrEqual(256 * 1024);
    // The text starts at a line start.
    expect(text).toMatch(/^\d{4}-\d\d-/);
  });
});

describe.each(HOSTS)('the workflow of a job $name', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open({ parallel: 2 });
  });
  afterAll(() => surface.close());

  const workflow =
    '{ "9" : {"class_type":"ScriptOutput", "inputs":{"type":"file","name":"\\u00e9","bytes":1.0,"seed":18446744073709551615,"named":true},"_meta":{"title":"T"}, "more": [1e400, -0] } }';

  test('J-4.90 J-4.08 is returned byte for byte', async () => {
    const job = (await (await postJob(surface, `{"metadata":{},"workflow":${workflow}}`)).json()) as Job;
    const response = await surface.fetch(`${job.urls.self}/workflow`);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(`{"workflow":${workflow},"format":"api"}`);
  });

  test('J-4.91 never contains credentials, nor does any other response', async () => {
    const body = `{"extra_data":{"api_key_svc_org":"sk-1234","auth_token_svc_org":"tk-5678"},"workflow":${workflow}}`;
    const job = (await (await postJob(surface, body)).json()) as Job;
    await jobEnd(surface, job);
    const links = [job.urls.self, `${job.urls.self}/workflow`, job.urls.logs ?? '', job.urls.events, '/api/v2/jobs'];
    for (const link of links) {
      const response = await (await surface.fetch(link)).text();
      expect(response).not.toMatch(/sk-1234|tk-5678|api_key|auth_token|extra_data/);
    }
    expect(surface.logLines().join('\n')).not.toMatch(/sk-1234|tk-5678/);
  });

  test('J-4.92 of an unknown job is not found', async () => {
    const response = await surface.fetch(`/api/v2/jobs/${crypto.randomUUID()}/workflow`);
    expect(response.status).toBe(404);
    expect(await errorCode(response)).toBe('not_found');
  });
});
