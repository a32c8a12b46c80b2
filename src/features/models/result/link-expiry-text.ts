import { formatDuration } from '@/lib/format';
import type { LinkExpiry } from './link-expiry';

const SOON_MS = 15 * 60_000;

export interface LinkExpiryText {
  text: string;
  tone: 'quiet' | 'warn';
  /** Explanation of the text. */
  title: string;
}

/** Formats the expiry of a URL, without claiming more than is known. */
export function linkExpiryText(end: LinkExpiry, isReplayed: boolean, now: number): LinkExpiryText {
  if (end.kind === 'unknown') {
    const atMost = end.copiesEndAt === null ? '' : copyText(end.copiesEndAt - now);
    return {
      text: 'Expiry unknown',
      tone: 'quiet',
      title: `The provider decides when this link expires.${atMost} Save the files that you need.`,
    };
  }
  const left = end.at - now;
  if (left <= 0) return { text: 'Link expired', tone: 'warn', title: 'The URL of this file has expired.' };
  const tone = left < SOON_MS ? 'warn' : 'quiet';
  const time = formatDuration(left);
  if (end.kind === 'stated') return { text: `Link expires in ${time}`, tone, title: 'The URL states its expiry time.' };
  return {
    text: `Hosted link expires in ${time} at most`,
    tone,
    title: isReplayed
      ? 'The response was replayed, which does not renew its links: this one was signed earlier and may expire sooner.'
      : 'Counted from when the link was signed, shortly before the response arrived.',
  };
}

function copyText(left: number): string {
  return left > 0 ? ` If it is a copy of the router, it expires in at most ${formatDuration(left)}.` : '';
}
