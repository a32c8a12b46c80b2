import type { ConnectionFinding, ConnectionReport, SurfaceConfig } from '@contract/console/surfaces';
import { formatDuration } from '@/lib/format';

export interface ConnectionText {
  tone: 'ok' | 'warn' | 'bad';
  title: string;
  /** Hint; `null` if no action is needed. */
  advice: string | null;
}

const API: Readonly<Record<ConnectionReport['target'], string>> = { jobs: 'Job API', router: 'Model Router' };

/** Formats the result of a connection test, and what to do about it. */
export function connectionText(report: ConnectionReport, kind: SurfaceConfig['kind']): ConnectionText {
  const { tone, title, advice } = FINDING_TEXT[report.finding](report, kind);
  return { tone, title: `${API[report.target]}: ${title}`, advice };
}

type Writer = (report: ConnectionReport, kind: SurfaceConfig['kind']) => ConnectionText;

const bad =
  (title: string, advice: string): Writer =>
  () => ({ tone: 'bad', title, advice });

const FINDING_TEXT: Readonly<Record<ConnectionFinding, Writer>> = {
  ok: ({ roundTripMs }) => ({
    tone: 'ok',
    title: roundTripMs === null ? 'connected' : `connected in ${Math.max(1, Math.round(roundTripMs))} ms`,
    advice: null,
  }),
  unreachable: ({ detail }) => ({
    tone: 'bad',
    title: 'unreachable',
    advice: `No response from this URL${detail ? ` (${detail})` : ''}. Check the host name, the port and your network.`,
  }),
  timeout: bad('no response in time', 'The host did not respond. Check the port, a firewall or a VPN.'),
  tls: ({ detail }) => ({
    tone: 'bad',
    title: 'the secure connection failed',
    advice: `The certificate is invalid or the port does not use TLS${detail ? ` (${detail})` : ''}. Check https or http in the URL.`,
  }),
  cors_or_unreachable: bad(
    'not reachable from this page',
    `Either this URL does not respond, or the server does not allow requests from ${location.origin} (CORS). A browser does not say which. Choose “Through the gateway”, or allow this origin at the server.`,
  ),
  mixed_content: bad(
    'blocked by the browser',
    'A page over https cannot load from http. Use an https URL, or choose “Through the gateway”.',
  ),
  page_policy: () => ({
    tone: 'warn',
    title: 'not tested',
    advice:
      'This page was loaded before the server was added, and may not reach it yet. Add the server, reload the page, and test it then.',
  }),
  wrong_path: ({ suggestedBaseUrl }) => ({
    tone: 'bad',
    title: 'not at this path',
    advice:
      suggestedBaseUrl === null
        ? 'The host responds, but the API is not at this path. Check the path in the documentation of the server.'
        : `The API was found at ${suggestedBaseUrl}.`,
  }),
  unauthorized: (_report, kind) => ({
    tone: 'bad',
    title: 'the API key is missing or wrong',
    advice:
      kind === 'self-hosted'
        ? 'Enter the token that this gateway was started with.'
        : 'Create a key in your account at the server and paste it here.',
  }),
  forbidden: bad('the API key may not do this', 'Use a key that may run workflows or models.'),
  not_this_api: bad('another kind of server', 'It responds, but does not speak this API. Check the URL.'),
  clock_skew: ({ clockAheadSeconds }) => ({
    tone: 'warn',
    title: 'connected, but the clocks differ',
    advice: `The clock of the server is ${formatDuration(Math.abs(clockAheadSeconds ?? 0) * 1000)} ${
      (clockAheadSeconds ?? 0) > 0 ? 'ahead of' : 'behind'
    } yours. Signed URLs may not work. Correct the clock of this computer.`,
  }),
  redirect: bad('redirected to another host', 'The key is not sent there. Use the URL of that host if you trust it.'),
  server_error: ({ detail }) => ({
    tone: 'bad',
    title: 'the server reports an error',
    advice: `${detail ?? 'It gives no reason.'} Try again later.`,
  }),
};
