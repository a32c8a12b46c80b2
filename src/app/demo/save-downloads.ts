import { saveBlob } from '@/shared/files/save-blob';
import { runAction } from '@/shared/feedback/action';

/**
 * Saves downloads in the page. Browsers request the target of a download link from the host, bypassing the service worker, and the
 * host does not have it. In the demo the page loads such a file and saves it.
 */
export function saveDownloadsHere(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link?.hasAttribute('download') || new URL(link.href).origin !== location.origin) return;
    // Blob URLs of this page have the page's origin, too.
    if (link.protocol === 'blob:') return;
    event.preventDefault();
    void save(link.href, link.download);
  });
}

function save(url: string, name: string): Promise<unknown> {
  return runAction({
    async run() {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
      saveBlob(await response.blob(), name);
    },
    failed: () => ({ title: `Could not download ${name}`, description: 'The file is no longer in this browser.' }),
  });
}
