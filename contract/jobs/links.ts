/**
 * The link rule, Job API 2, JobUrls: a link is an absolute URL or a host-relative reference that already carries any
 * mount prefix of the surface. It is resolved against the origin of the request that returned it, never against a
 * configured base address: joining would repeat the prefix.
 */

/** @param requestUrl absolute URL of the request whose answer held the link. @throws TypeError for any other form. */
export function resolveLink(link: string, requestUrl: string): string {
  if (/^https?:\/\//i.test(link)) return new URL(link).href;
  // `//host` would move the request, and the credential with it, to a host that the surface chose.
  if (!link.startsWith('/') || /^[/\\]{2}/.test(link)) {
    throw new TypeError(`Not an absolute URL and not a host-relative reference: ${link}`);
  }
  return new URL(requestUrl).origin + link;
}

/** The credential of a surface goes only to the surface's own origin. */
export function isSameOrigin(url: string, baseUrl: string): boolean {
  return new URL(url).origin === new URL(baseUrl).origin;
}

/** Fills `{name}` places; values are percent-encoded, since foreign ids are not always UUIDs (rule J-4.111). */
export function fillPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`The path ${template} needs a value for ${name}`);
    return encodeURIComponent(value);
  });
}
