/** Returns the URL if it leads to a web page; `null` for others, such as `javascript:`, which no link of a server may have. */
export function webUrl(url: string): string | null {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null;
}
