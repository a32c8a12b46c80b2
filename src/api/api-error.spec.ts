import { expect, it } from 'vitest';
import { apiMessageOf, errorFromResponse, unreachableError } from './api-error';

const headers = (type: string) => new Headers({ 'Content-Type': type });

it('a short plain-text body becomes the error message', () => {
  expect(errorFromResponse(503, headers('text/plain; charset=utf-8'), ' Busy\n').message).toBe(
    'The server responded with 503: Busy',
  );
});

it.each([
  ['text/html', '<h1>Bad gateway</h1>'],
  ['text/plain', ''],
  ['text/plain', 'x'.repeat(301)],
  ['application/json', '{"detail":"other"}'],
])('%s %j is not shown', (type, text) => {
  expect(errorFromResponse(502, headers(type), text)).toMatchObject({
    code: 'http_502',
    message: 'The server responded with 502 and no error message.',
  });
});

it('codes for a missing job or asset map to the code of the contract', () => {
  const bodyOf = (code: string) => JSON.stringify({ error: { code, message: 'Gone.' } });
  for (const code of ['job_not_found', 'asset_not_found', 'not_found']) {
    expect(errorFromResponse(404, headers('application/json'), bodyOf(code)).code).toBe('not_found');
  }
});

it('an error has the message of the API, and any other error that of its place', () => {
  expect(apiMessageOf(unreachableError(null), 'Try again.')).toContain('No response from the server');
  expect(apiMessageOf(new TypeError('x is not a function'), 'Try again.')).toBe('Try again.');
});
