/**
 * Link rule (Job API 2, JobUrls): a link is an absolute URL or a host-relative reference that already includes any mount prefix
 * of the surface. It is resolved against the origin of the request that returned it, not against a configured base address:
 * joining would repeat the prefix.
 */

/**
 * Resolves a link.
 * @param requestUrl absolute URL of the request whose response contained the link.
 * @throws TypeError for any other form.
 */
export function resolveLink(link: string, requestUrl: string): string {
  if (/^https?:\/\//i.test(link)) return new URL(link).href;
  // `//host` would send the request and its credential to a host that the surface chose.
  if (!link.startsWith('/') || /^[/\\]{2}/.test(link)) {
    throw new TypeError(`Not an absolute URL and not a host-relative reference: ${link}`);
  }
  return new URL(requestUrl).origin + link;
}

/** Returns true if the URL has the surface's origin; credentials are sent to no other. */
export function isSameOrigin(url: string, baseUrl: string): boolean {
  return new URL(url).origin === new URL(baseUrl).origin;
}

/** Fills `{name}` placeholders; values are percent-encoded, since foreign ids are not always UUIDs (rule J-4.111). */
export function fillPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`The path ${template} needs a value for ${name}`);
    return encodeURIComponent(value);
  });
}
