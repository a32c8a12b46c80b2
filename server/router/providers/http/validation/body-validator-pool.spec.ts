import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../../../log';
import { buildChild } from '../../../../child-process/testing/build-child';
import { VirtualClock } from '../../../../testing/virtual-clock';
import { BodyValidatorPool } from './body-validator-pool';
import { authoredDocument } from '../documents/model-document';
import { ServiceDocument } from '../documents/service-document';
import { configuredModels, failureOfRun } from '../testing/configured-models';
import { openSmallServer, sendJson } from '../testing/small-server';

const SCHEMA = JSON.stringify({
  type: 'object',
  properties: { name: { type: 'string', pattern: '^(a+)+$' }, size: { type: 'integer' } },
});
const LOCATION = { baseUrl: 'http://127.0.0.1:9000', path: '/run', method: 'POST' } as const;
const documentOf = (schema: string) => authoredDocument('studio/strict', new ServiceDocument(schema), LOCATION) ?? '';
const DOCUMENT = documentOf(SCHEMA);
/** Text on which the pattern above runs longer than any test. */
const ENDLESS = `${'a'.repeat(60)}!`;
const TEN_MINUTES = 10 * 60_000;

// Child processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

let built: Awaited<ReturnType<typeof buildChild>>;
let clock: VirtualClock;
const opened: { close(): Promise<unknown> }[] = [];

beforeAll(async () => {
  built = await buildChild('judge-child', 'server/router/providers/http/validation/validator-child.ts');
}, 60_000);
afterEach(() => Promise.all(opened.splice(0).map((each) => each.close())));
afterAll(() => built.remove());

/** Creates a pool with a manual clock, so that nothing times out on a busy machine unless the test advances the clock. */
function open() {
  clock = new VirtualClock();
  const judges = new BodyValidatorPool(built.script, { clock, log: silentLogger });
  opened.push(judges);
  return {
    judges,
    faultsOf: (body: unknown, document = DOCUMENT) =>
      judges.faultsOf('studio/strict', document, new TextEncoder().encode(JSON.stringify(body))),
  };
}

const placesOf = (errors: readonly { loc: unknown }[]) => errors.map(({ loc }) => loc);

describe('input validation in a child process', () => {
  it('reports the errors', async () => {
    const { faultsOf: errorsOf } = open();
    expect(placesOf(await errorsOf({ name: 'b', size: 'x' }))).toEqual([
      ['body', 'name'],
      ['body', 'size'],
    ]);
    expect(await errorsOf({ name: 'aa', size: 1 })).toEqual([]);
  });

  it('uses the new schema after the document changes', async () => {
    const { faultsOf: errorsOf } = open();
    expect(placesOf(await errorsOf({ size: 'x' }))).toEqual([['body', 'size']]);
    expect(await errorsOf({ size: 'x' }, documentOf('{"type":"object"}'))).toEqual([]);
  });

  it('skips the patterns of a schema if one does not terminate, and tries them again later', async () => {
    const { faultsOf: errorsOf } = open();
    await errorsOf({ name: 'a' });
    const validated = errorsOf({ name: ENDLESS, size: 'x' });
    const next = errorsOf({ name: 'b' });
    await Promise.resolve();
    await clock.advance(1000);
    expect(placesOf(await validated)).toEqual([['body', 'size']]);
    expect(await next).toEqual([]);
    await clock.advance(TEN_MINUTES);
    expect(placesOf(await errorsOf({ name: 'b' }))).toEqual([['body', 'name']]);
  });

  it('is left to the provider if the document is unreadable, or the body is too long or too deep', async () => {
    const { faultsOf: errorsOf } = open();
    expect(await errorsOf({}, '{"openapi":')).toEqual([]);
    expect(await errorsOf({ size: 'x'.repeat(32 * 1024 ** 2) })).toEqual([]);
    const deep = JSON.parse('{"a":'.repeat(1500) + '1' + '}'.repeat(1500)) as unknown;
    expect(await errorsOf({ size: 'x', deep })).toEqual([]);
    expect(placesOf(await errorsOf({ size: 'x' }))).toEqual([['body', 'size']]);
  });

  it('uses a second process for long bodies, and does not skip patterns if one of these times out', async () => {
    const { faultsOf: errorsOf } = open();
    const image = 'QUJD'.repeat(2 ** 20);
    expect(placesOf(await errorsOf({ size: 'x', picture: image }))).toEqual([['body', 'size']]);
    let isValidated = false;
    const validated = errorsOf({ name: ENDLESS, size: 'x', picture: image }).finally(() => (isValidated = true));
    expect(placesOf(await errorsOf({ name: 'b' }))).toEqual([['body', 'name']]);
    expect(isValidated).toBe(false);
    await clock.advance(10_000);
    expect(await validated).toEqual([]);
    expect(placesOf(await errorsOf({ name: 'b', picture: image }))).toEqual([['body', 'name']]);
  });

  it('is left to the provider when the gateway shuts down', async () => {
    const { judges, faultsOf: errorsOf } = open();
    await errorsOf({ name: 'a' });
    const validated = errorsOf({ name: ENDLESS });
    await Promise.resolve();
    await judges.close();
    expect(await validated).toEqual([]);
  });
});

it('a pattern that does not terminate does not block other calls', async () => {
  const { judges, faultsOf: errorsOf } = open();
  const server = await openSmallServer((_, response) => sendJson(response, 200, { done: true }));
  opened.push(server);
  const models = configuredModels(
    {
      providers: [
        {
          name: 'studio',
          baseUrl: server.origin,
          models: [
            { name: 'strict', path: '/run', schema: { file: 'schema.json' } },
            { name: 'free', path: '/run' },
          ],
        },
      ],
    },
    { files: { 'schema.json': SCHEMA }, input: judges },
  );
  opened.push(models);
  await errorsOf({ name: 'a' });
  let isValidated = false;
  const validated = failureOfRun(models.run('studio/strict', JSON.stringify({ name: ENDLESS, size: 'x' }))).finally(
    () => (isValidated = true),
  );
  expect((await models.run('studio/free', '{}')).text).toBe('{"done":true}');
  expect(isValidated).toBe(false);
  await clock.advance(1000);
  expect(placesOf((await validated).options.faults ?? [])).toEqual([['body', 'size']]);
});
