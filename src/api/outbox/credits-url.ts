/** The page where credits are bought, as a 402 names it; `null` if it names none that a link may lead to. */
export function creditsUrl(details: Readonly<Record<string, unknown>> | null): string | null {
  const url = details?.['credits_url'];
  if (typeof url !== 'string' || !URL.canParse(url)) return null;
  return /^https?:$/.test(new URL(url).protocol) ? url : null;
}
