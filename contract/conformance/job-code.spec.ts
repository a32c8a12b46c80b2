import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { transformWithOxc } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jobFetchCode, jobPythonCode } from '@/features/submit/run/job-code';
import type { RequestDetails } from '@/features/submit/run/request-text';
import { HOSTED_KEYS, serveHosted } from '@server/testing/serve-hosted';
import { openOverHttp } from './harness/http-host';
import { fail, text } from './harness/scripted-graphs';
import type { Surface } from './harness/surface';
import { TARGET, TEST_TOKEN } from './harness/target';

/** The code that the editor shows for a run, executed against servers that it does not know. */

/** As a user may write it: `JSON.parse` would change both numbers. */
const INPUTS = String.raw`"text":"it's \\ \"\"\" ${'`${id}'}","seed":18446744073709551615,"scale":1.0`;
const WORKFLOW = `{"1":{"class_type":"ScriptText","inputs":{${INPUTS}}}}`;
const WRITTEN = 'it\'s \\ """ `${id}';

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-code-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const isFile = (name: string) => !name.startsWith('sample.');
const savedFiles = () => readdirSync(folder).filter(isFile).sort();
const contentOf = (name: string | undefined) => readFileSync(path.join(folder, name ?? ''), 'utf8');

function run(program: string, file: string, env: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...process.env, ...env } };
    const child = execFile(program, [file], options, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, stdout, stderr });
    });
  });
}

const LANGUAGES = {
  /** Node 20 runs no TypeScript. */
  async TypeScript(details: RequestDetails, env: Record<string, string>) {
    const { code } = await transformWithOxc(jobFetchCode(details), 'sample.ts');
    writeFileSync(path.join(folder, 'sample.mjs'), code);
    return run(process.execPath, 'sample.mjs', env);
  },
  async Python(details: RequestDetails, env: Record<string, string>) {
    writeFileSync(path.join(folder, 'sample.py'), jobPythonCode(details));
    return run('python3', 'sample.py', env);
  },
};
const hasPython = spawnSync('python3', ['--version']).status === 0;

function detailsOf(baseUrl: string, more: Partial<RequestDetails> = {}): RequestDetails {
  return {
    url: `${baseUrl}/api/v2/jobs`,
    workflowText: WORKFLOW,
    title: "Bob's run",
    graphFingerprint: 'abc',
    draftId: 'd1',
    needsToken: true,
    ...more,
  };
}

test('the code in TypeScript has strict types', () => {
  const file = path.join(folder, 'sample.mts');
  writeFileSync(file, jobFetchCode(detailsOf('http://127.0.0.1:8189')));
  const modules = path.resolve('node_modules');
  const flags = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--noUncheckedIndexedAccess',
    '--erasableSyntaxOnly',
    '--target',
    'es2023',
  ];
  const where = ['--module', 'nodenext', '--types', 'node', '--typeRoots', path.join(modules, '@types')];
  const { stdout, status } = spawnSync(path.join(modules, '.bin/tsc'), [...flags, ...where, file], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

describe.skipIf(TARGET).each(['TypeScript', 'Python'] as const)('the code of a run in %s', (language) => {
  const execute = LANGUAGES[language];
  const needed = language === 'TypeScript' || hasPython;

  describe('on a gateway', () => {
    let gateway: Surface;
    beforeAll(async () => {
      gateway = await openOverHttp({ token: TEST_TOKEN });
    });
    afterAll(() => gateway.close());
    const authorization = { authorization: `Bearer ${TEST_TOKEN}` };
    const env = { FLOWDECK_TOKEN: TEST_TOKEN };
    const listedIds = async () => {
      const response = await gateway.fetch('/api/v2/jobs', { headers: authorization });
      return ((await response.json()) as { jobs: { id: string }[] }).jobs.map(({ id }) => id);
    };

    test.skipIf(!needed)('submits the exact workflow once, waits for the job and saves its output', async () => {
      const key = crypto.randomUUID();
      const before = (await listedIds()).length;
      const ended = await execute(detailsOf(gateway.baseUrl), { ...env, IDEMPOTENCY_KEY: key });
      expect(ended.stderr).toBe('');
      expect(ended.code).toBe(0);
      const [name] = savedFiles();
      expect(contentOf(name)).toBe(WRITTEN);
      const [id = '', ...older] = await listedIds();
      expect(older).toHaveLength(before);
      expect(ended.stdout.trim().split(/\r?\n/)).toEqual([`Job ${id}`, name]);
      const stored = await gateway.fetch(`/api/v2/jobs/${id}/workflow`, { headers: authorization });
      expect(await stored.text()).toBe(`{"workflow":${WORKFLOW},"format":"api"}`);
      const job = (await (await gateway.fetch(`/api/v2/jobs/${id}`, { headers: authorization })).json()) as object;
      expect(job).toMatchObject({ metadata: { flowdeck_title: "Bob's run" } });
      expect(JSON.stringify(job)).not.toMatch(/flowdeck_(?:outbox|draft)/);

      const again = await execute(detailsOf(gateway.baseUrl), { ...env, IDEMPOTENCY_KEY: key });
      expect(again.code).toBe(1);
      expect(again.stderr).toMatch(/422 .*idempotency_key_reuse/);
      expect(await listedIds()).toHaveLength(before + 1);
    });

    test.skipIf(!needed)('ends with the error of a failed job', async () => {
      const workflowText = JSON.stringify({ '7': fail('Out of paint') });
      const ended = await execute(detailsOf(gateway.baseUrl, { workflowText }), env);
      expect(ended.code).toBe(1);
      expect(ended.stderr).toMatch(/Job \S+ failed in node 7: Out of paint/);
      expect(savedFiles()).toEqual([]);
    });

    test.skipIf(!needed)('ends with the error of a rejected submission', async () => {
      const workflowText = JSON.stringify({ '1': { class_type: 'NoSuchNode', inputs: {} } });
      const ended = await execute(detailsOf(gateway.baseUrl, { workflowText }), env);
      expect(ended.code).toBe(1);
      expect(ended.stderr).toMatch(/422 .*"invalid_workflow".*NoSuchNode/);
      const rejected = await execute(detailsOf(gateway.baseUrl), { FLOWDECK_TOKEN: 'wrong' });
      expect(rejected.stderr).toMatch(/401 .*"unauthorized"/);
    });
  });

  test.skipIf(!needed)('follows links below a mount prefix, and sends the token to no other host', async () => {
    const { served, close } = await serveHosted(
      { kind: 'serverless', engine: 'scripted', mount: '/deployment/blue' },
      '',
    );
    try {
      const details = detailsOf(served.baseUrl, { workflowText: JSON.stringify({ '1': text('from storage') }) });
      const ended = await execute(details, { FLOWDECK_TOKEN: HOSTED_KEYS.valid });
      expect(ended.stderr).toBe('');
      expect(savedFiles().map(contentOf)).toEqual(['from storage']);
      expect(served.contentOrigin).not.toBe(new URL(served.baseUrl).origin);
      expect(await (await fetch(served.controlUrl)).json()).toMatchObject({ leakedCredentials: [] });
    } finally {
      await close();
    }
  });

  test.skipIf(!needed)(
    'waits for a full queue, reads on after failures, and saves files under safe names without the token',
    async () => {
      const seen: string[] = [];
      const storage = await listen((request, response) => {
        seen.push(`storage ${request.url} ${request.headers.authorization ?? 'without token'}`);
        response.end(`file ${request.url}`);
      });
      const replies = busyServer(storage.origin);
      const api = await listen((request, response) => {
        seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
        replies(request, response);
      });
      try {
        const ended = await execute(detailsOf(api.origin), { FLOWDECK_TOKEN: 'secret' });
        expect(ended.stdout + ended.stderr).toMatch(/Again in 1 s: 429 .*queue_full/);
        expect(ended.code).toBe(0);
        expect(seen).toEqual([
          'POST /api/v2/jobs Bearer secret',
          'POST /api/v2/jobs Bearer secret',
          'GET /jobs/0123456789 Bearer secret',
          'GET /jobs/0123456789 Bearer secret',
          'storage /a without token',
          'GET /moved Bearer secret',
          'storage /b without token',
        ]);
        expect(savedFiles()).toEqual(['01234567-1-.._.._.bashrc', '01234567-2-Küste_1_.png']);
        expect(savedFiles().map(contentOf)).toEqual(['file /a', 'file /b']);
      } finally {
        storage.close();
        api.close();
      }
    },
  );
});

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

async function listen(listener: Listener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // Addresses of no network have this type.
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Rejects the first submission and the first read, and names its files badly. */
function busyServer(storage: string): Listener {
  const job = { id: '0123456789', error: null, outputs: [] as object[], urls: { self: '/jobs/0123456789' } };
  const outputs = [
    { name: '../../.bashrc', url: `${storage}/a` },
    { name: 'Küste:1 .png', url: '/moved' },
  ];
  const replies: [number, object, Record<string, string>?][] = [
    [429, { error: { code: 'queue_full', message: 'Full' } }, { 'Retry-After': '1' }],
    [201, { ...job, status: 'queued' }],
    [503, { error: { code: 'upstream_error', message: 'Later' } }],
    [200, { ...job, status: 'succeeded', outputs }],
    [302, {}, { Location: `${storage}/b` }],
  ];
  return (_request, response) => {
    const [status, body, headers = {}] = replies.shift() ?? [500, {}];
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}
