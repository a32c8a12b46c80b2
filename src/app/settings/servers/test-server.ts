import type { EngineProbe } from '@contract/console/engine-probe';
import type { ConnectionFinding, ConnectionReport, SurfaceConfig } from '@contract/console/surfaces';
import { LOCAL_SURFACE } from '@/api/surface';
import { findModels } from '@/api/surfaces/find-models';
import { canRelay } from '@/api/surfaces/has-gateway';
import { testSurface } from '@/api/surfaces/test-surface';
import { probeEngine } from '@/domains/gateway/engines';
import { isOwnHost, plainUrlOf } from './server-form';

export interface ServerTest {
  /** With what was found out: its kind, its URL, and that of its models. */
  surface: SurfaceConfig;
  reports: readonly ConnectionReport[];
  /** Set if the URL is that of a ComfyUI, which is an engine and no server. */
  comfyui: EngineProbe | null;
  /** Kind of the server, if the URL has none of the APIs of the chosen one; `null` if it has, or if nothing else was found. */
  otherKind: SurfaceConfig['kind'] | null;
}

interface TestOptions {
  credential: string | null | undefined;
  /** The URL as typed. */
  typed: string;
  /** True if models are looked for at the URL of the Job API. */
  searchesModels: boolean;
}

/** Findings that confirm the API. */
const FOUND = new Set<ConnectionFinding>(['ok', 'clock_skew', 'unauthorized', 'forbidden']);

/** Findings that say that the server has no such API at this URL. */
const ABSENT = new Set<ConnectionFinding>(['wrong_path', 'not_this_api']);

/** Findings without a response: also those of https at a port without TLS. */
const UNREACHED = new Set<ConnectionFinding>(['tls', 'unreachable', 'timeout', 'cors_or_unreachable']);

/** Returns the URL that the form shows: the Job API, or the models of a server without jobs. */
export function mainUrl({ baseUrl, routerBaseUrl }: SurfaceConfig): string | null {
  return baseUrl ?? routerBaseUrl;
}

/** Returns true if the server has an API that was looked for. */
export function isServer({ comfyui, reports }: ServerTest): boolean {
  return comfyui === null && reports.some(({ finding }) => FOUND.has(finding));
}

/** Returns true if the gateway of the page can find out which program a server is. */
export function canRecognize({ access }: SurfaceConfig): boolean {
  return access === 'relay' && canRelay();
}

/**
 * Tests a server, and recognizes a ComfyUI and another Flowdeck gateway, whatever kind was chosen. A gateway has both APIs at one URL.
 * @throws ApiError if the gateway of the page does not respond
 */
export async function testServer(surface: SurfaceConfig, options: TestOptions): Promise<ServerTest> {
  const found = await testAt(surface, options);
  const url = plainUrlOf(options.typed);
  if (url === null || isReached(found)) return found;
  const plain = surface.baseUrl === null ? { ...surface, routerBaseUrl: url } : { ...surface, baseUrl: url };
  const overHttp = await testAt(plain, { ...options, typed: url });
  return isReached(overHttp) ? overHttp : found;
}

function isReached({ comfyui, reports }: ServerTest): boolean {
  return comfyui !== null || !reports[0] || !UNREACHED.has(reports[0].finding);
}

async function testAt(surface: SurfaceConfig, options: TestOptions): Promise<ServerTest> {
  const { credential, typed, searchesModels } = options;
  const test = async (of: SurfaceConfig, isSearching: boolean) =>
    isSearching ? findModels(of, credential) : { surface: of, reports: await testSurface(of, credential) };
  const [tested, probe] = await Promise.all([
    test(surface, searchesModels),
    canRecognize(surface) ? recognize(surface, typed) : null,
  ]);
  const isModelsOnly = surface.baseUrl === null;
  const main = isModelsOnly ? 'router' : 'jobs';
  const isFound = tested.reports.some(({ target, finding }) => target === main && FOUND.has(finding));
  if (probe?.finding === 'comfyui' && !isFound) return { ...tested, comfyui: probe, otherKind: null };
  // Of a gateway, the user may want its models alone.
  const isOther = isModelsOnly ? !isFound : surface.kind !== 'self-hosted' || surface.baseUrl !== probe?.url;
  if (probe?.finding === 'flowdeck' && probe.url !== null && isOther) {
    const routerBaseUrl = isModelsOnly ? null : surface.routerBaseUrl;
    const gateway = { ...surface, kind: 'self-hosted' as const, baseUrl: probe.url, routerBaseUrl };
    return { ...(await test(gateway, gateway.routerBaseUrl === null)), comfyui: null, otherKind: null };
  }
  return { ...tested, comfyui: null, otherKind: await findOtherKind(surface, tested.reports, credential) };
}

/** Looks for the models where workflows were expected, and the other way round. */
async function findOtherKind(
  surface: SurfaceConfig,
  reports: readonly ConnectionReport[],
  credential: string | null | undefined,
): Promise<ServerTest['otherKind']> {
  const url = mainUrl(surface);
  const isAbsent = reports.every(({ finding, suggestedBaseUrl }) => ABSENT.has(finding) && suggestedBaseUrl === null);
  if (url === null || !isAbsent) return null;
  const isModelsOnly = surface.baseUrl === null;
  const other = isModelsOnly
    ? { ...surface, baseUrl: url, routerBaseUrl: null }
    : { ...surface, baseUrl: null, routerBaseUrl: url };
  const [report] = await testSurface(other, credential);
  if (!report || report.hasNoList === true || !FOUND.has(report.finding)) return null;
  if (!isModelsOnly) return 'router';
  return isOwnHost(url) ? 'self-hosted' : 'managed';
}

/** `null` if it is not known. A path belongs to a deployment behind the same host, which is another program. */
async function recognize(surface: SurfaceConfig, typed: string): Promise<EngineProbe | null> {
  const url = mainUrl(surface);
  if (url === null || new URL(url).pathname !== '/') return null;
  // Without a scheme, a URL is https; a port says that it is a program of one's own, which rarely has TLS.
  const hasPort = /^[^/]+:\d+(?:\/|$)/.test(typed.trim());
  // An older gateway cannot tell, and its test has its own error.
  return probeEngine(LOCAL_SURFACE, hasPort ? typed : url).catch(() => null);
}
