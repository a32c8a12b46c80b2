import { vi } from 'vitest';

/** Records what is passed to the browser's downloads: names and URLs. `vi.restoreAllMocks` ends it. */
export function watchDownloads(): readonly { name: string; url: string }[] {
  const downloads: { name: string; url: string }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push({ name: this.download, url: this.href });
  });
  return downloads;
}
