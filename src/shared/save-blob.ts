import { createObjectUrl } from '@/lib/object-url';

const KEPT_MS = 60_000;

/** Offers bytes as a file of the browser's download folder. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = createObjectUrl(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // A download that has not begun would end with its address.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
