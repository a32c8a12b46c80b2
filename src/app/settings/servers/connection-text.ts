import type { ConnectionFinding, ConnectionReport, SurfaceConfig } from '@contract/console/surfaces';
import { formatDuration } from '@/lib/format';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { findingText } from '@/shared/connect-comfyui/finding-text';

export interface ConnectionText {
  tone: 'ok' | 'warn' | 'bad';
  title: string;
  /** Hint; `null` if no action is needed. */
  advice: string | null;
}

const API: Readonly<Record<ConnectionReport['target'], Message>> = {
  jobs: msg('Job API'),
  router: msg('Model Router'),
};

/** Formats the result of a connection test, and what to do about it. */
export function connectionText(report: ConnectionReport, surface: SurfaceConfig): ConnectionText {
  const { finding, target } = report;
  if (finding === 'tls' || finding === 'redirect' || finding === 'login') return addressText(report, surface);
  const { tone, title, advice } = FINDING_TEXT[finding](report, surface.kind);
  return { tone, title: `${t(API[target])}: ${title}`, advice };
}

/** Of the address, whichever API is there: in the words that the screens for ComfyUI use. */
function addressText(
  { finding, target, detail, redirectsTo }: ConnectionReport,
  surface: SurfaceConfig,
): ConnectionText {
  const url = target === 'jobs' ? surface.baseUrl : surface.routerBaseUrl;
  const { title, advice } = findingText({ finding, url, redirectsTo });
  if (finding === 'login') {
    const next = t(
      'Flowdeck cannot sign in there. Enter the address of the server itself, without the login in front of it.',
    );
    return { tone: 'bad', title, advice: next };
  }
  // Which problem its certificate has.
  const isCertificate = finding === 'tls' && url !== null && detail?.includes('certificate') === true;
  return { tone: 'bad', title, advice: isCertificate ? `${new URL(url).host} ${detail}. ${advice}` : advice };
}

type Writer = (report: ConnectionReport, kind: SurfaceConfig['kind']) => ConnectionText;

const bad =
  (title: Message, advice: Message): Writer =>
  () => ({ tone: 'bad', title: t(title), advice: t(advice) });

const FINDING_TEXT: Readonly<Record<Exclude<ConnectionFinding, 'tls' | 'redirect' | 'login'>, Writer>> = {
  ok: ({ roundTripMs }) => ({
    tone: 'ok',
    title:
      roundTripMs === null
        ? t('connected')
        : t('connected in {duration} ms', { duration: Math.max(1, Math.round(roundTripMs)) }),
    advice: null,
  }),
  unreachable: ({ detail }) => ({
    tone: 'bad',
    title: t('unreachable'),
    advice: detail
      ? t('No response from this URL ({detail}). Check the host name, the port and your network.', { detail })
      : t('No response from this URL. Check the host name, the port and your network.'),
  }),
  timeout: bad(msg('no response in time'), msg('The host did not respond. Check the port, a firewall or a VPN.')),
  cors_or_unreachable: () => ({
    tone: 'bad',
    title: t('not reachable from this page'),
    advice: t(
      'Either this URL does not respond, or the server does not allow requests from {origin} (CORS). A browser does not say which. Choose “Through the gateway”, or allow this origin at the server.',
      { origin: location.origin },
    ),
  }),
  mixed_content: bad(
    msg('blocked by the browser'),
    msg('A page over https cannot load from http. Use an https URL, or choose “Through the gateway”.'),
  ),
  page_policy: () => ({
    tone: 'warn',
    title: t('not tested'),
    advice: t(
      'This page was loaded before the server was added, and may not reach it yet. Add the server, reload the page, and test it then.',
    ),
  }),
  wrong_path: ({ suggestedBaseUrl }) => ({
    tone: 'bad',
    title: t('not at this path'),
    advice:
      suggestedBaseUrl === null
        ? t('The host responds, but the API is not at this path. Check the path in the documentation of the server.')
        : t('The API was found at {url}.', { url: suggestedBaseUrl }),
  }),
  unauthorized: (_report, kind) => ({
    tone: 'bad',
    title: t('the API key is missing or wrong'),
    advice:
      kind === 'self-hosted'
        ? t('Enter the token that this gateway was started with.')
        : t('Create a key in your account at the server and paste it here.'),
  }),
  forbidden: bad(msg('the API key may not do this'), msg('Use a key that may run workflows or models.')),
  not_this_api: bad(msg('another kind of server'), msg('It responds, but does not speak this API. Check the URL.')),
  clock_skew: ({ clockAheadSeconds }) => {
    const seconds = clockAheadSeconds ?? 0;
    const duration = formatDuration(Math.abs(seconds) * 1000);
    return {
      tone: 'warn',
      title: t('connected, but the clocks differ'),
      advice:
        seconds > 0
          ? t(
              'The clock of the server is {duration} ahead of yours. Signed URLs may not work. Correct the clock of this computer.',
              { duration },
            )
          : t(
              'The clock of the server is {duration} behind yours. Signed URLs may not work. Correct the clock of this computer.',
              { duration },
            ),
    };
  },
  server_error: ({ detail }) => ({
    tone: 'bad',
    title: t('the server reports an error'),
    advice: `${detail ?? t('It gives no reason.')} ${t('Try again later.')}`,
  }),
};
