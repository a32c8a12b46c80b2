import type { Surface } from '../surface';
import { learn } from './capability-record';

/** The page where credits are bought, as a 402 of the Job API names it; `null` if it names none that a link may lead to. */
export function creditsUrl(details: Readonly<Record<string, unknown>> | null): string | null {
  const url = details?.['credits_url'];
  return typeof url === 'string' ? webUrl(url) : null;
}

/** The same of a Model Router, which has no field for it and names it in its sentence (decision 057). */
export function creditsUrlInText(text: string | null): string | null {
  const [found] = /https?:\/\/[^\s"'<>()]+/.exec(text ?? '') ?? [];
  return found === undefined ? null : webUrl(withoutPunctuation(found));
}

/** Drops what ends the sentence around a URL. A regular expression anchored at the end would take quadratic time. */
function withoutPunctuation(url: string): string {
  let end = url.length;
  while (end > 0 && '.,;:!?'.includes(url.charAt(end - 1))) end -= 1;
  return url.slice(0, end);
}

/** Called with what a 402 says. */
export function learnCredits(surface: Surface, url: string | null): void {
  learn(surface, 'credits', true, url === null ? {} : { url });
}

function webUrl(url: string): string | null {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null;
}
