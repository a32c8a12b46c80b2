import { t } from '@/lib/i18n/messages';
import type { JsonPath } from '@/shared/json-tree/json-path';
import { formatDuration } from '@/lib/format';

/** Expiry of a URL, as far as the response reveals it. */
export type LinkExpiry =
  /** The URL states its own expiry. */
  | { kind: 'stated'; at: number }
  /**
   * Copy of the router: this is its maximum lifetime, and a replayed URL was signed earlier (Model Router 2, "Result
   * asset hosting").
   */
  | { kind: 'at_most'; at: number }
  /** URL of the provider or of unknown origin. `copiesEndAt`: latest expiry if it is a copy of the router. */
  | { kind: 'unknown'; copiesEndAt: number | null };

export interface LinkDetails {
  url: string;
  path: JsonPath;
  modelId: string;
  /** `image/*` and similar. */
  contentType: string;
  /** Time of the response: none of its URLs was signed later (R-2.81). */
  receivedAt: number;
  /** Origin of the router that was called. */
  routerOrigin: string;
}

const HOUR_MS = 3_600_000;
const SOON_MS = HOUR_MS / 4;

/**
 * @returns what may be said about the end of a link. One answer may mix links of the router and of the provider, and
 * nothing in it tells which is which (rule 5): only the router's own address or a stated end does.
 */
export function linkExpiry({ url, path, modelId, contentType, receivedAt, routerOrigin }: LinkDetails): LinkExpiry {
  const link = new URL(url);
  const stated = statedEnd(link.searchParams);
  if (stated !== null) return { kind: 'stated', at: stated };
  const lifeMs = copyLifeMs(modelId, path, contentType);
  if (link.origin === routerOrigin) return { kind: 'at_most', at: receivedAt + (lifeMs ?? 24 * HOUR_MS) };
  return { kind: 'unknown', copiesEndAt: lifeMs === null ? null : receivedAt + lifeMs };
}

/** Returns the maximum lifetime of the router's copies by model family; `null` if the router copies nothing. */
export function copyLifeMs(modelId: string, path: JsonPath, contentType: string): number | null {
  const provider = modelId.split('/')[0] ?? '';
  const isVideo = contentType.startsWith('video/') || path.some((part) => /video|last_?frame/i.test(String(part)));
  switch (provider) {
    case 'bfl':
    case 'xai':
      return 24 * HOUR_MS;
    case 'byteplus':
      return isVideo ? 24 * HOUR_MS : null;
    case 'minimax':
      return 12 * HOUR_MS;
    case 'veo':
      return 24 * HOUR_MS;
    default:
      return null;
  }
}

interface LinkExpiryText {
  text: string;
  tone: 'quiet' | 'warn';
  /** Explanation of the text. */
  title: string;
}

/** Formats the expiry of a URL, without claiming more than is known. */
export function linkExpiryText(end: LinkExpiry, isReplayed: boolean, now: number): LinkExpiryText {
  if (end.kind === 'unknown') {
    const copyLeft = end.copiesEndAt === null ? 0 : end.copiesEndAt - now;
    return {
      text: t('Link may expire'),
      tone: 'quiet',
      title:
        copyLeft > 0
          ? t(
              'The provider decides when this link expires. If it is a copy of the router, it expires in at most {duration}. Save the files that you need.',
              { duration: formatDuration(copyLeft) },
            )
          : t('The provider decides when this link expires. Save the files that you need.'),
    };
  }
  const left = end.at - now;
  if (left <= 0) return { text: t('Link expired'), tone: 'warn', title: t('The URL of this file has expired.') };
  const tone = left < SOON_MS ? 'warn' : 'quiet';
  const time = formatDuration(left);
  if (end.kind === 'stated')
    return {
      text: t('Link expires in {duration}', { duration: time }),
      tone,
      title: t('The URL states its expiry time.'),
    };
  return {
    text: t('Hosted link expires in {duration} at most', { duration: time }),
    tone,
    title: isReplayed
      ? t(
          'The response was replayed, which does not renew its links: this one was signed earlier and may expire sooner.',
        )
      : t('Counted from when the link was signed, shortly before the response arrived.'),
  };
}

/** Signed URLs of common stores contain either the signing time and a lifetime in seconds, or the expiry. */
function statedEnd(query: URLSearchParams): number | null {
  const plain = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));
  for (const store of ['x-amz', 'x-goog', 'x-tos', 'x-oss']) {
    const signedAt = basicTime(plain.get(`${store}-date`) ?? '');
    const seconds = Number(plain.get(`${store}-expires`) ?? Number.NaN);
    if (signedAt !== null && seconds > 0) return signedAt + seconds * 1000;
  }
  for (const name of ['expires', 'expiry', 'exp', 'x-expires', 'se']) {
    const at = endTime(plain.get(name) ?? '');
    if (at !== null) return at;
  }
  return null;
}

/** `20261121T093000Z` */
function basicTime(text: string): number | null {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  if (!year) return null;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isFinite(at) ? at : null;
}

/** Seconds or milliseconds since 1970, or a date. */
function endTime(text: string): number | null {
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  if (/^\d{13}$/.test(text)) return Number(text);
  const at = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isFinite(at) ? at : null;
}
