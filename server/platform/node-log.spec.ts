import { expect, test } from 'vitest';
import { createNodeLog } from './node-log';
import { createRedaction, secretsOf } from '../redaction';

function lines(form: 'text' | 'json') {
  const written: string[] = [];
  return {
    log: createNodeLog(form, { write: (line) => written.push(line), redact: createRedaction(['sesame-oil']) }),
    written,
  };
}

test('humans get one short line', () => {
  const { log, written } = lines('text');
  log.info({ job: '0199', ms: 12, title: 'two words' }, 'Job done');
  log.error({}, 'Broken');
  expect(written[0]).toMatch(/^\d\d:\d\d:\d\d Job done job=0199 ms=12 title="two words"\n$/);
  expect(written[1]).toMatch(/error: Broken\n$/);
});

test('machines get JSON with an ISO time', () => {
  const { log, written } = lines('json');
  log.warn({ port: 1 }, 'Careful');
  const line = JSON.parse(written[0] ?? '') as Record<string, unknown>;
  expect(line).toMatchObject({ level: 40, port: 1, msg: 'Careful' });
  expect(line['time']).toMatch(/^\d{4}-\d\d-\d\dT/);
});

test('credentials that slip into a log line are redacted, nested or not', () => {
  const { log, written } = lines('json');
  log.info({ token: 'hunter2', request: { authorization: 'Bearer hunter2', cookie: 'hunter2' } }, 'Asked');
  log.info({ extra_data: { api_key_svc_org: 'hunter2' } }, 'Submitted');
  expect(written.join('')).not.toContain('hunter2');
  expect(written.join('')).toContain('[removed]');
});

test('no line break in a value starts a second line', () => {
  const { log, written } = lines('text');
  log.info({ path: 'a\nb' }, 'Seen');
  expect(written[0]?.split('\n')).toHaveLength(2);
});

test('known secrets and texts that look like credentials are redacted in messages, names, lists and stacks', () => {
  const { log, written } = lines('json');
  log.error({ err: new Error('sent sesame-oil to https://u:pass@host') }, 'Bearer abcdefghijklmnop failed');
  log.info({ list: [{ deep: { apiKey: 'k' } }, 'x sesame-oil'], 'sesame-oil': 1 }, 'token=abc123');
  const text = written.join('');
  for (const secret of ['sesame-oil', 'pass@', 'abcdefghijklmnop', 'abc123', '"k"']) expect(text).not.toContain(secret);
  for (const line of written) expect(() => JSON.parse(line) as unknown).not.toThrow();
});

test('variables of the environment are secrets by their names', () => {
  expect(
    secretsOf({ OPENAI_API_KEY: 'long-enough', DB_PASSWORD: 'also-long', TOKEN: 'short', PATH: '/usr/bin:/bin' }),
  ).toEqual(['long-enough', 'also-long']);
});

test('copies get each line as redacted JSON, whatever the terminal shows', () => {
  const copied: string[] = [];
  const log = createNodeLog('text', { write: () => {}, copies: [(line) => copied.push(line)] });
  log.info({ jobId: '1', token: 'hunter2' }, 'Seen');
  expect(JSON.parse(copied.join(''))).toMatchObject({ level: 30, jobId: '1', token: '[removed]', msg: 'Seen' });
});

test('a token that is a UUID is redacted, also if its text came before', () => {
  const written: string[] = [];
  const token = '0f0e0d0c-0b0a-0908-0706-050403020100';
  const log = createNodeLog('json', { write: (line) => written.push(line), redact: createRedaction([token]) });
  for (let time = 0; time < 2; time += 1) log.info({ requestId: token, path: `/api/v2/jobs/${token}` }, 'Answered');
  expect(written.join('')).not.toContain(token);
  expect(written[1]).toContain('/api/v2/jobs/[removed]');
});
