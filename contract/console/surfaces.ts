import { z } from 'zod/mini';

/**
 * Configured surfaces: servers in addition to the gateway that serves the console. The gateway stores the list
 * (`/console/surfaces`); without a gateway, the browser does. A credential can be written but never read back.
 */

/** Id of the gateway that serves the page; reserved. */
export const LOCAL_SURFACE_ID = 'local';

/** First segment of every console path, hence a plain path segment. Job API 1, "DNS-safe label". */
const ID = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export const SURFACE_KINDS = ['managed', 'serverless', 'self-hosted', 'router'] as const;
export const SURFACE_COLORS = ['gray', 'blue', 'green', 'amber', 'red', 'purple', 'pink', 'teal'] as const;

export type SurfaceColor = (typeof SURFACE_COLORS)[number];

/** An http or https URL without credentials, query, fragment and trailing slash. */
const BaseUrl = z.string().check(z.maxLength(2048), z.refine(isBaseUrl, 'Not an http or https base URL'));

/** Either URL may be `null`, but not both. */
export const SurfaceConfig = z
  .object({
    id: z.string().check(
      z.regex(ID),
      z.refine((id) => id !== LOCAL_SURFACE_ID),
    ),
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
    color: z.enum(SURFACE_COLORS),
    kind: z.enum(SURFACE_KINDS),
    /** Job API URL without `/api/v2`; `null`: the surface has none. */
    baseUrl: z.nullable(BaseUrl),
    /** Model Router URL without `/v2/models`; `null`: the surface has none. */
    routerBaseUrl: z.nullable(BaseUrl),
    /** `relay`: through the gateway, which stores the credential. `direct`: from the page. */
    access: z.enum(['relay', 'direct']),
    /** Authentication scheme of the Model Router. The Job API accepts bearer tokens only (Job API 5). */
    routerAuth: z.enum(['bearer', 'x-api-key']),
    /** Spelling of names with two variants (`X-Service-*` and `X-Comfy-*`, keys of `extra_data`); both are read. */
    dialect: z.enum(['service', 'comfy']),
  })
  .check(z.refine(({ baseUrl, routerBaseUrl }) => baseUrl !== null || routerBaseUrl !== null, 'No base URL'));
export type SurfaceConfig = z.infer<typeof SurfaceConfig>;

/** `GET /console/surfaces`, in the user's order. */
export const SurfaceList = z.object({
  surfaces: z.array(
    z.intersection(
      SurfaceConfig,
      z.object({
        hasCredential: z.boolean(),
        /** Other origins from which pages may load the files of a direct surface (decision 100). */
        contentOrigins: z.optional(z.array(z.string())),
      }),
    ),
  ),
  /** Id of the surface that opens first: `local` or one of the list. */
  defaultId: z.string(),
});
export type SurfaceList = z.infer<typeof SurfaceList>;
export type ListedSurface = SurfaceList['surfaces'][number];

/** Visible ASCII, as required for headers. */
export const SurfaceCredential = z.string().check(z.minLength(1), z.maxLength(8192), z.regex(/^[\x21-\x7e]+$/));

/** `credential` absent: unchanged. `null`: removed. It is also removed when the surface gets another origin. */
const Credential = z.optional(z.nullable(SurfaceCredential));

/**
 * Body of `PUT /console/surfaces/{id}`, which responds with the new list, as does `DELETE` of the same path; and of `POST
 * /console/surfaces/test`, which uses the stored credential if the body has none and no origin differs.
 */
export const SurfaceChange = z.object({ surface: SurfaceConfig, credential: Credential });
export type SurfaceChange = z.infer<typeof SurfaceChange>;

/** Body of `PATCH /console/surfaces`: every id once, and the default. Responds with the new list. */
export const SurfaceOrder = z.object({ ids: z.array(z.string()), defaultId: z.string() });
export type SurfaceOrder = z.infer<typeof SurfaceOrder>;

/** Content origins of a surface; a further one replaces the oldest. */
export const MAX_CONTENT_ORIGINS = 8;

/** Body of `POST /console/surfaces/{id}/content-origins`, which responds with the new list. */
export const ContentOrigins = z.strictObject({
  origins: z.array(z.string().check(z.maxLength(300))).check(z.minLength(1), z.maxLength(MAX_CONTENT_ORIGINS)),
});

/** Pattern for safe origins: host names in URLs may contain `;`, `,` and `*`, which have a meaning in a page's policy. */
const PLAIN_ORIGIN = /^https?:\/\/(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/;

export function isPlainOrigin(origin: string): boolean {
  return PLAIN_ORIGIN.test(origin);
}

/**
 * Returns true if pages may load files of a direct surface from another origin that its links name: over HTTPS, or over HTTP if the
 * surface itself does not use HTTPS.
 */
export function mayServeContent(
  surface: Pick<SurfaceConfig, 'baseUrl' | 'routerBaseUrl' | 'access'>,
  origin: string,
): boolean {
  const own = originsOf(surface);
  const isSafe = origin.startsWith('https:') || own.some((each) => each.startsWith('http:'));
  return surface.access === 'direct' && isPlainOrigin(origin) && isSafe && !own.includes(origin);
}

export const CONNECTION_FINDINGS = [
  'ok',
  /** No connection: wrong host, no listener, or no network. */
  'unreachable',
  'timeout',
  'tls',
  /** Pages only: the server does not allow the page's origin, or it is unreachable. Browsers do not distinguish these. */
  'cors_or_unreachable',
  /** An https page cannot load from http. */
  'mixed_content',
  /** Gateway pages only: the page was loaded before the surface was added, and its policy does not allow the origin. */
  'page_policy',
  /** The host responds, but the API is not at this path; `suggestedBaseUrl` is set if it was found elsewhere. */
  'wrong_path',
  'unauthorized',
  'forbidden',
  /** The host responds, but with another API. */
  'not_this_api',
  /** The API works, but the clocks differ by more than a minute. */
  'clock_skew',
  /** Redirects to another origin, to which a credential is never sent. */
  'redirect',
  /** Redirects to another page of the same origin: that of its login. */
  'login',
  'server_error',
] as const;
export type ConnectionFinding = (typeof CONNECTION_FINDINGS)[number];

/** One report per base URL of the surface. */
export const ConnectionReport = z.object({
  target: z.enum(['jobs', 'router']),
  finding: z.enum(CONNECTION_FINDINGS),
  /** Message from the server or network, with credentials removed. */
  detail: z.nullable(z.string()),
  suggestedBaseUrl: z.nullable(z.string()),
  /** Origin to which it redirects. */
  redirectsTo: z.nullable(z.string()),
  /** Seconds by which the surface's clock is ahead; `null`: it sent no date. */
  clockAheadSeconds: z.nullable(z.number()),
  roundTripMs: z.nullable(z.number()),
  /** The API has no list here, or the error is that of another API: a URL alone does not tell. */
  hasNoList: z.optional(z.boolean()),
});
export type ConnectionReport = z.infer<typeof ConnectionReport>;
export const ConnectionReports = z.object({ reports: z.array(ConnectionReport) });

/**
 * Set on relay responses. `surface`: the surface's response. `error`: an error of the gateway in the envelope of the Job API,
 * with a code of `RELAY_ERROR_STATUS` or one that all gateway routes have, such as `unauthorized`.
 */
export const RELAY_HEADER = 'X-Flowdeck-Relay';

/** Codes of the relay's own errors. It is unknown whether the surface processed the request, except after `surface_redirect`. */
export const RELAY_ERROR_STATUS = {
  /** No connection, or it broke before the response. */
  surface_unreachable: 502,
  surface_timeout: 504,
  surface_tls: 502,
  /** Redirect that is not followed. */
  surface_redirect: 502,
  /** Response is not HTTP. */
  surface_invalid_response: 502,
} as const;
export type RelayErrorCode = keyof typeof RELAY_ERROR_STATUS;

/** Returns the origins to which a credential of the surface may be sent. */
export function originsOf({ baseUrl, routerBaseUrl }: Pick<SurfaceConfig, 'baseUrl' | 'routerBaseUrl'>): string[] {
  return [baseUrl, routerBaseUrl].flatMap((url) => (url === null ? [] : new URL(url).origin));
}

/** Names the job of an output in the relayed URL of its content, for surfaces without the content operation (decision 107). */
export const CONTENT_JOB = 'flowdeck_job';

export type RelayTarget = 'jobs' | 'router';

const RELAY = '/console/relay';

/**
 * Returns the gateway path that relays to a surface URL: `/console/relay/{id}/jobs` or `…/router`, then path and query of the
 * URL. The path includes the mount prefix of the surface, as links in its responses do (Job API 2, JobUrls).
 */
export function relayPath(id: string, target: RelayTarget, remoteUrl: string): string {
  const { pathname, search } = new URL(remoteUrl);
  return `${RELAY}/${id}/${target}${pathname}${search}`;
}

export interface RelayedRequest {
  id: string;
  target: RelayTarget;
  /** Path and query on the surface. */
  path: string;
}

/** Inverse of `relayPath`; `null` for other paths. */
export function parseRelayPath(url: URL): RelayedRequest | null {
  const match = /^\/console\/relay\/([^/]+)\/(jobs|router)(\/.*)$/.exec(url.pathname);
  const [, id, target, path] = match ?? [];
  if (id === undefined || path === undefined || !ID.test(id)) return null;
  return { id, target: target === 'router' ? 'router' : 'jobs', path: path + url.search };
}

/** Normalizes a base URL typed by the user, dropping parts that do not belong to it; `null` if it is not a base URL. */
export function normalizeBaseUrl(typed: string): string | null {
  const text = typed.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (text === '' || !URL.canParse(whole)) return null;
  const { protocol, origin, hostname, pathname, username, password } = new URL(whole);
  // Chromium encodes spaces in a host name; other parsers reject them.
  if (hostname.includes('%')) return null;
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return null;
  const path = pathname.replace(/\/(?:api\/v2(?:\/jobs|\/assets)?|v[12]\/models)?\/?$/, '').replace(/\/$/, '');
  return origin + path;
}

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, pathname } = new URL(text);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && text === origin + (pathname === '/' ? '' : pathname) && !text.endsWith('/');
}
