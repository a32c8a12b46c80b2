import { createObjectUrl } from '@/lib/files/object-url';

const REVOKE_AFTER_MS = 60_000;

/** Downloads bytes as a file. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = createObjectUrl(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Revoking the URL at once would cancel a download that has not started.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
