import { CONSOLE_OPERATIONS } from '@contract/console/operations';
import { consoleResponseRules } from '@contract/console/response-rules';
import type { ErrorCode } from '@contract/jobs/error-codes';
import { jobResponseRules } from '@contract/jobs/response-rules';
import type { ResponseRules } from '@contract/response-rules';
import { routerResponseRules } from '@contract/router/response-rules';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { createApp } from '../app';
import { silentLogger } from '../log';
import { createMemoryDeps } from '../testing/memory-deps';
import { mountOperations, type OperationSet } from './adapter';
import type { AppEnv } from './env';
import { jobApiEnvelope, jobApiError, toJobApiError } from './job-api-error';
import type { OperationHandler } from './operation';

const ORIGIN = 'http://127.0.0.1:8189';

/** Serves one operation through the adapter and captures its log. */
function serve(rules: ResponseRules, handler: OperationHandler, checkResponses: boolean) {
  const logged: string[] = [];
  const log = {
    ...silentLogger,
    error: ({ err }: Record<string, unknown>) => logged.push(err instanceof Error ? `${err.name}: ${err.message}` : ''),
  };
  const set: OperationSet<'it', ErrorCode> = {
    handlers: { it: handler },
    rules: () => rules,
    admit: () => true,
    toError: (thrown, _id, fields) => toJobApiError(thrown, log, fields),
    envelope: jobApiEnvelope,
  };
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set('caller', { owner: 'local' });
    await next();
  });
  mountOperations(app, set, { log, validateResponses: checkResponses });
  const { method, path } = rules.operation;
  const url = ORIGIN + path.replace(/\{\w+\}/g, 'some');
  return { logged, fetch: async () => app.fetch(new Request(url, { method: method === 'HEAD' ? 'HEAD' : method })) };
}

const unlisted = () => {
  throw jobApiError('hash_mismatch', 'Not what the table lists');
};

describe('a response that violates the contract of its operation', () => {
  test.each<[string, ResponseRules, OperationHandler, string]>([
    [
      'a status that is not listed',
      jobResponseRules('getJob'),
      () => Response.json({}, { status: 202 }),
      'is not a status of its contract',
    ],
    ['an invalid job body', jobResponseRules('getHealth'), () => Response.json({ status: 7 }), 'status: Invalid input'],
    [
      'an unexpected body',
      jobResponseRules('headAssetByHash'),
      () => new Response('x'),
      'must have no body, but has 1 bytes',
    ],
    ['a job error that is not listed', jobResponseRules('getJob'), unlisted, 'must not reject with hash_mismatch'],
    [
      'an invalid router body',
      routerResponseRules('v2', 'listModels'),
      () => Response.json({ data: [] }),
      'has_more: Invalid input',
    ],
    ['no router envelope', routerResponseRules('v2', 'listModels'), unlisted, 'names no error type in its header'],
    [
      'an invalid console body',
      consoleResponseRules('getSession'),
      () => Response.json({ needsToken: true }),
      'isSignedIn: Invalid input',
    ],
    [
      'a property that is not in the contract',
      consoleResponseRules('signIn'),
      () => Response.json({ proof: null, token: 'x' }),
      '200 : Invalid input',
    ],
    ['another type', consoleResponseRules('getStorageUsage'), () => new Response('{}'), 'must be JSON'],
    [
      'a console error that is not listed',
      consoleResponseRules('getStatus'),
      unlisted,
      'must not reject with hash_mismatch',
    ],
  ])('is an error if it has %s', async (_what, rules, handler, violation) => {
    const { logged, fetch } = serve(rules, handler, true);
    expect((await fetch()).status).toBe(500);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('ContractViolation');
    expect(logged[0]).toContain(violation);
  });

  test('is sent unchanged if validation is off', async () => {
    const { logged, fetch } = serve(jobResponseRules('getHealth'), () => Response.json({ status: 7 }), false);
    expect((await fetch()).status).toBe(200);
    expect(logged).toEqual([]);
  });

  test('is found in the test app, for the console as for the public APIs', async () => {
    const app = createApp(await createMemoryDeps({ memory: () => ({ totalBytes: -1, freeBytes: 0 }) }));
    expect((await app.fetch(new Request(ORIGIN + CONSOLE_OPERATIONS.getStatus.path))).status).toBe(500);
    await app.close();
  });
});
