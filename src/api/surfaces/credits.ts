import type { Surface } from '../surface';
import { webUrl } from '../web-url';
import { learn } from './capability-record';

/** Returns the URL to buy credits from a 402 of the Job API; `null` if it has none that is safe to link. */
export function creditsUrl(details: Readonly<Record<string, unknown>> | null): string | null {
  const url = details?.['credits_url'];
  return typeof url === 'string' ? webUrl(url) : null;
}

/** The same for a Model Router, which has no field for it and includes the URL in its message (decision 057). */
export function creditsUrlInText(text: string | null): string | null {
  const [found] = /https?:\/\/[^\s"'<>()]+/.exec(text ?? '') ?? [];
  return found === undefined ? null : webUrl(withoutPunctuation(found));
}

/** Removes trailing punctuation of the sentence. A regular expression anchored at the end would take quadratic time. */
function withoutPunctuation(url: string): string {
  let end = url.length;
  while (end > 0 && '.,;:!?'.includes(url.charAt(end - 1))) end -= 1;
  return url.slice(0, end);
}

/** Records the URL of a 402. */
export function recordCreditsUrl(surface: Surface, url: string | null): void {
  learn(surface, 'credits', true, url === null ? {} : { url });
}
