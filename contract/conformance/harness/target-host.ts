import { TestRunner } from 'vitest';
import { z } from 'zod/mini';
import { isSameOrigin } from '../../jobs/links';
import { ListedJob, type Job } from '../../jobs/schemas';
import { validateResponse } from './checked-response';
import { TARGET, TEST_TOKEN, type Target } from './target';
import { followLink, headersOf, wholeResponse, type Surface, type SurfaceOptions } from './surface';

const MAX_ADVANCE_MS = 10_000;
const OWN_SETTINGS = [
  'queueDepth',
  'maxUploadBytes',
  'retentionMs',
  'allowedOrigins',
  'publicUrl',
  'modelDeadlineMs',
  'modelCalls',
  'modelSpendCents',
  'modelRate',
  'maxModelBodyBytes',
  'fillers',
] as const;

/** Operations that surfaces may leave out, with the statuses that say so (docs/api-notes.md, Operations). */
const UNSUPPORTED: readonly { method: string; path: RegExp; statuses: readonly number[]; what: string }[] = [
  { method: 'GET', path: /^\/api\/v2\/jobs$/, statuses: [404, 405, 501], what: 'lists no jobs' },
  { method: 'GET', path: /^\/api\/v2\/jobs\/[^/]+\/events$/, statuses: [405, 501], what: 'has no event streams' },
  { method: 'GET', path: /^\/api\/v2\/jobs\/[^/]+\/workflow$/, statuses: [405, 501], what: 'gives no workflow back' },
  { method: 'POST', path: /^\/api\/v2\/assets$/, statuses: [404, 405, 501], what: 'takes no uploads' },
  { method: 'POST', path: /^\/api\/v2\/assets\/from-hash$/, statuses: [405, 501], what: 'makes no assets from hashes' },
  { method: 'HEAD', path: /^\/api\/v2\/assets\/by-hash\//, statuses: [405, 501], what: 'knows no assets by hash' },
  { method: 'DELETE', path: /^\/api\/v2\/assets\/[^/]+$/, statuses: [405, 501], what: 'deletes no assets' },
  { method: 'GET', path: /^\/api\/v2\/openapi\.json$/, statuses: [404], what: 'publishes no description' },
  { method: 'GET', path: /^\/api\/v2\/health$/, statuses: [404], what: 'has no health operation' },
  { method: 'GET', path: /^\/v2\/models$/, statuses: [404], what: 'has no model router' },
  { method: 'GET', path: /^\/v1\/models$/, statuses: [404], what: 'has no earlier prefix' },
];

/** Public code of surfaces without labels (docs/api-notes.md, Labels). */
const NO_LABELS = '"metadata_not_supported"';

/** Opens a third-party surface. Tests that need control of the host are skipped with a reason. */
export function openTarget(options: SurfaceOptions = {}): Promise<Surface> {
  if (!TARGET) throw new Error('No address was given');
  const { baseUrl, token, hasScripts, hasModels, hasJobs, isGateway } = TARGET;
  const lacking = whatLacks(options, TARGET);
  // Tests that set a token send the credential themselves, or omit it on purpose.
  const sendsCredential = token !== null && options.token === undefined;
  return Promise.resolve({
    name: 'at the address',
    baseUrl: new URL(baseUrl).origin,
    hasScripts,
    hasModels,
    sendsCredential,
    notOffered: skipTest,
    clock: null,
    engine: null,
    models: null,
    async fetch(link, init = {}) {
      if (lacking !== null) skipTest(lacking);
      if (link === '') skipTest('the surface offers no such link');
      const url = followLink(link, baseUrl);
      const inApi = withoutMount(new URL(url), baseUrl);
      if (!hasModels && /^\/v[12]\//.test(inApi.pathname)) skipTest('it has none of the models of the tests');
      if (!isGateway && inApi.pathname.startsWith('/console/')) skipTest('the surface is no Flowdeck gateway');
      if (!hasJobs && inApi.pathname.startsWith('/api/')) skipTest('the surface has no Job API');
      const headers = headersOf(init);
      if (sendsCredential && isSameOrigin(url, baseUrl) && !headers.has('authorization')) {
        headers.set('authorization', `Bearer ${token}`);
      }
      const response = await wholeResponse(await fetch(url, { ...init, headers }));
      const { method = 'GET' } = init;
      if (method === 'POST' && inApi.pathname === '/api/v2/jobs' && response.status === 201) {
        await cancelAfterTest(response.clone(), baseUrl, headers);
      }
      skipWhereNotOffered(method, inApi.pathname, response.status);
      if (response.status === 422 && (await response.clone().text()).includes(NO_LABELS)) {
        skipTest('the surface takes no labels');
      }
      const list = method === 'GET' ? await listOfOthers(response, inApi) : null;
      if (list) return list;
      await validateResponse(method, inApi, response);
      return response;
    },
    pass: async (ms) => {
      if (ms > MAX_ADVANCE_MS) skipTest('the time of the surface is not in our hands');
      await new Promise((resolve) => {
        setTimeout(resolve, ms);
      });
    },
    restart: () => skipTest('restarts of the surface are not in our hands'),
    logLines: () => skipTest('the log of the surface is not in our hands'),
    close: () => Promise.resolve(),
  });
}

function whatLacks(options: SurfaceOptions, { token }: Target): string | null {
  if (options.token !== undefined && token === null) return 'no credential was given (--token)';
  if (options.token !== undefined && options.token !== TEST_TOKEN) return 'the credential of the surface is its own';
  const settings = OWN_SETTINGS.filter((name) => options[name] !== undefined);
  return settings.length === 0 ? null : `the settings of the surface are its own (${settings.join(', ')})`;
}

/**
 * Converts a job list in the other public format, whose items may lack outputs and links; `null`: it is in ours. The document states
 * neither (docs/api-notes.md, Job list).
 */
async function listOfOthers(response: Response, { pathname }: URL): Promise<Response | null> {
  if (pathname !== '/api/v2/jobs' || response.status !== 200) return null;
  const page = OtherPage.safeParse(await response.clone().json());
  if (!page.success) return null;
  const { data: jobs, next_cursor: cursor } = page.data;
  const body = { jobs, truncated: cursor !== undefined, ...(cursor === undefined ? {} : { next_cursor: cursor }) };
  return Response.json(body, { status: 200, headers: response.headers });
}

const OtherPage = z.looseObject({ data: z.array(ListedJob), next_cursor: z.optional(z.string()) });

function skipWhereNotOffered(method: string, pathname: string, status: number): void {
  const found = UNSUPPORTED.find(
    (entry) => entry.method === method && entry.path.test(pathname) && entry.statuses.includes(status),
  );
  if (found) skipTest(`the surface ${found.what} (${status})`);
}

/** Cancels the job after the test, so that a skipped or failed test leaves no job that delays the others. */
async function cancelAfterTest(submitted: Response, baseUrl: string, headers: Headers): Promise<void> {
  const { urls } = (await submitted.json()) as Pick<Job, 'urls'>;
  TestRunner.getCurrentTest()?.context.onTestFinished(async () => {
    await fetch(followLink(urls.cancel, baseUrl), { method: 'POST', headers });
  });
}

/** The URL without mount prefix, as the operation table writes it. */
function withoutMount(url: URL, baseUrl: string): URL {
  const mount = new URL(baseUrl).pathname.replace(/\/$/, '');
  const bare = new URL(url);
  if (isSameOrigin(bare.href, baseUrl) && bare.pathname.startsWith(`${mount}/`)) {
    bare.pathname = bare.pathname.slice(mount.length);
  }
  return bare;
}

function skipTest(reason: string): never {
  const test = TestRunner.getCurrentTest();
  // Hooks have no test to skip.
  if (!test) throw new Error(`Not offered: ${reason}`);
  return test.context.skip(reason);
}
