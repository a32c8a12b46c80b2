import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../../log';
import { buildChild } from '../../../child-process/testing/build-child';
import { VirtualClock } from '../../../testing/virtual-clock';
import { BodyValidatorPool } from './body-validator-pool';
import { authoredDocument } from './model-document';
import { ServiceDocument } from './service-document';
import { configuredModels, failureOfRun } from './testing/configured-models';
import { openSmallServer, sendJson } from './testing/small-server';

const SCHEMA = JSON.stringify({
  type: 'object',
  properties: { name: { type: 'string', pattern: '^(a+)+$' }, size: { type: 'integer' } },
});
const PLACE = { baseUrl: 'http://127.0.0.1:9000', path: '/run', method: 'POST' } as const;
const documentOf = (schema: string) => authoredDocument('studio/strict', new ServiceDocument(schema), PLACE) ?? '';
const DOCUMENT = documentOf(SCHEMA);
/** Longer than any test, by the pattern above. */
const ENDLESS = `${'a'.repeat(60)}!`;
const TEN_MINUTES = 10 * 60_000;

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

let built: Awaited<ReturnType<typeof buildChild>>;
let clock: VirtualClock;
const opened: { close(): Promise<unknown> }[] = [];

beforeAll(async () => {
  built = await buildChild('judge-child', 'server/router/providers/http/validator-child.ts');
}, 60_000);
afterEach(() => Promise.all(opened.splice(0).map((each) => each.close())));
afterAll(() => built.remove());

/** Nothing is cut off by this clock unless the test says so, however busy the machine is. */
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

const placesOf = (faults: readonly { loc: unknown }[]) => faults.map(({ loc }) => loc);

describe('input judged in a process of its own', () => {
  it('is told its faults', async () => {
    const { faultsOf } = open();
    expect(placesOf(await faultsOf({ name: 'b', size: 'x' }))).toEqual([
      ['body', 'name'],
      ['body', 'size'],
    ]);
    expect(await faultsOf({ name: 'aa', size: 1 })).toEqual([]);
  });

  it('is judged by the schema as it is when the document changes', async () => {
    const { faultsOf } = open();
    expect(placesOf(await faultsOf({ size: 'x' }))).toEqual([['body', 'size']]);
    expect(await faultsOf({ size: 'x' }, documentOf('{"type":"object"}'))).toEqual([]);
  });

  it('goes on without the patterns of a schema where one does not end, and tries them again later', async () => {
    const { faultsOf } = open();
    await faultsOf({ name: 'a' });
    const judged = faultsOf({ name: ENDLESS, size: 'x' });
    const next = faultsOf({ name: 'b' });
    await Promise.resolve();
    await clock.advance(1000);
    expect(placesOf(await judged)).toEqual([['body', 'size']]);
    expect(await next).toEqual([]);
    await clock.advance(TEN_MINUTES);
    expect(placesOf(await faultsOf({ name: 'b' }))).toEqual([['body', 'name']]);
  });

  it('is left to the provider where the document cannot be read, or the body is too long or too deep', async () => {
    const { faultsOf } = open();
    expect(await faultsOf({}, '{"openapi":')).toEqual([]);
    expect(await faultsOf({ size: 'x'.repeat(32 * 1024 ** 2) })).toEqual([]);
    const deep = JSON.parse('{"a":'.repeat(1500) + '1' + '}'.repeat(1500)) as unknown;
    expect(await faultsOf({ size: 'x', deep })).toEqual([]);
    expect(placesOf(await faultsOf({ size: 'x' }))).toEqual([['body', 'size']]);
  });

  it('is judged apart where it is long, and takes no pattern away where it does not end', async () => {
    const { faultsOf } = open();
    const picture = 'QUJD'.repeat(2 ** 20);
    expect(placesOf(await faultsOf({ size: 'x', picture }))).toEqual([['body', 'size']]);
    let isJudged = false;
    const judged = faultsOf({ name: ENDLESS, size: 'x', picture }).finally(() => (isJudged = true));
    expect(placesOf(await faultsOf({ name: 'b' }))).toEqual([['body', 'name']]);
    expect(isJudged).toBe(false);
    await clock.advance(10_000);
    expect(await judged).toEqual([]);
    expect(placesOf(await faultsOf({ name: 'b', picture }))).toEqual([['body', 'name']]);
  });

  it('is left to the provider when the gateway ends', async () => {
    const { judges, faultsOf } = open();
    await faultsOf({ name: 'a' });
    const judged = faultsOf({ name: ENDLESS });
    await Promise.resolve();
    await judges.close();
    expect(await judged).toEqual([]);
  });
});

it('a pattern that does not end holds up nobody else', async () => {
  const { judges, faultsOf } = open();
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
  await faultsOf({ name: 'a' });
  let isJudged = false;
  const judged = failureOfRun(models.run('studio/strict', JSON.stringify({ name: ENDLESS, size: 'x' }))).finally(
    () => (isJudged = true),
  );
  expect((await models.run('studio/free', '{}')).text).toBe('{"done":true}');
  expect(isJudged).toBe(false);
  await clock.advance(1000);
  expect(placesOf((await judged).options.faults ?? [])).toEqual([['body', 'size']]);
});
