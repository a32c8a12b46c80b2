import { describe, expect, it } from 'vitest';
import { readErrorEnvelope, readFieldErrors, readRouterError } from './error-body';

describe('the envelope of the Job API', () => {
  it('is read with its code, message and details', () => {
    const error = { code: 'invalid_workflow', message: 'Rejected', details: { node_errors: {} } };
    expect(readErrorEnvelope(JSON.stringify({ error }))).toEqual(error);
  });

  it.each(['', 'Bad gateway', '{"error":"Bad gateway"}', '{"detail":"Not found"}'])('is missing from %j', (text) => {
    expect(readErrorEnvelope(text)).toBeNull();
  });
});

describe('an error of a Model Router', () => {
  const fault = { loc: ['body', 'size', 0], msg: 'Too large', type: 'less_than' };
  const routerError = (body: unknown, headers: Record<string, string> = {}) =>
    readRouterError(new Headers(headers), typeof body === 'string' ? body : JSON.stringify(body));

  it('is read from its body, and what a header says overrides it', () => {
    const body = { detail: 'Refused', error_type: 'provider_error', upstream_detail: 'Busy', refusal_subject: 'input' };
    const ofBody = { detail: 'Refused', errorType: 'provider_error', upstreamDetail: 'Busy', refusalSubject: 'input' };
    expect(routerError(body)).toMatchObject(ofBody);
    const headers = { 'X-Service-Error-Type': 'content_policy_violation', 'X-Service-Request-Id': 'r-1' };
    expect(routerError(body, headers)).toMatchObject({
      ...ofBody,
      errorType: 'content_policy_violation',
      requestId: 'r-1',
    });
  });

  it('R-2.52 has field errors instead of a detail on a 422, and its bucket in the header only', () => {
    const body = { detail: [fault, { loc: 'broken' }] };
    const said = { detail: null };
    expect(readFieldErrors(body)).toEqual([fault]);
    expect(routerError(body)).toMatchObject({ ...said, errorType: null });
    expect(routerError(body, { 'X-Service-Error-Type': 'invalid_input' })).toMatchObject({
      ...said,
      errorType: 'invalid_input',
    });
  });

  it('has its detail also in a body without a bucket', () => {
    expect(routerError({ detail: 'Not found' })).toMatchObject({ detail: 'Not found', errorType: null });
  });

  it.each(['', 'Bad gateway', '[]', 'null', '{"detail":""}', '{"detail":7}'])(
    'says nothing with the body %j',
    (text) => {
      expect(routerError(text)).toMatchObject({ detail: null, errorType: null });
    },
  );

  it('has no field error without a path, a message and a type', () => {
    const broken = [null, 7, { ...fault, loc: [{}] }, { ...fault, msg: 1 }, { loc: [], msg: '' }];
    expect(readFieldErrors({ detail: [...broken, fault] })).toEqual([fault]);
  });
});
