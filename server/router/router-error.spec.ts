import { expect, it } from 'vitest';
import { errorResponse } from '../http/http-error';
import { jobApiEnvelope, jobApiError, toJobApiError } from '../http/job-api-error';
import { silentLogger } from '../log';
import { routerEnvelope, routerError, toRouterError, toV1Error, withOutcome } from './router-error';

it('sends one error in the envelope of either API', async () => {
  const error = jobApiError('unauthorized', 'Invalid API key', { headers: { 'retry-after': '7' } });
  const ofJobs = errorResponse(error, jobApiEnvelope);
  const ofRouter = errorResponse(toRouterError(error, silentLogger, {}), routerEnvelope);
  for (const { status, headers } of [ofJobs, ofRouter]) {
    expect(status).toBe(401);
    expect([headers.get('www-authenticate'), headers.get('retry-after')]).toEqual(['Bearer', '7']);
  }
  expect(await ofJobs.json()).toEqual({ error: { code: 'unauthorized', message: 'Invalid API key', details: null } });
  expect(await ofRouter.json()).toEqual({ detail: 'Invalid API key', error_type: 'unauthorized' });
  expect(ofRouter.headers.get('x-service-error-type')).toBe('unauthorized');
});

it('converts codes that the router does not have, and discloses no message but that of a missing path', () => {
  expect(toRouterError(jobApiError('not_found', 'Nothing here'), silentLogger, {})).toMatchObject({
    type: 'model_not_found',
    status: 404,
    message: 'Nothing here',
  });
  const converted = toRouterError(jobApiError('upstream_error', 'The disk is full'), silentLogger, {});
  expect(converted).toMatchObject({ type: 'internal_error', status: 500 });
  expect(converted.message).not.toContain('disk');
});

it('logs and hides an error of the router where the Job API responds', () => {
  const logged: unknown[] = [];
  const log = { ...silentLogger, error: (fields: unknown) => logged.push(fields) };
  const converted = toJobApiError(routerError('provider_error', 'The provider failed'), log, { requestId: 'r' });
  expect(converted).toMatchObject({ type: 'upstream_error', status: 500 });
  expect(converted.message).not.toContain('provider');
  expect(logged).toMatchObject([{ requestId: 'r', err: { type: 'provider_error' } }]);
});

it('keeps details and headers of an error when its outcome is added and when it is converted for v1', async () => {
  const given = routerError('queue_backlog_full', 'Too many', {
    upstreamDetail: 'Busy',
    headers: { 'Retry-After': '5' },
  });
  const error = toV1Error(withOutcome(given, 'not_run'));
  expect(error.type).toBe('concurrency_limit_exceeded');
  expect(error.headers).toEqual({ ...given.headers, ...withOutcome(given, 'not_run').headers });
  expect(JSON.parse(routerEnvelope(error).body)).toEqual({
    detail: 'Too many',
    error_type: 'concurrency_limit_exceeded',
    upstream_detail: 'Busy',
  });
});
