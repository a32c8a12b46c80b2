import type { Output } from '@contract/jobs/schemas';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';

/** Size 0 without a hash: the surface does not know the size (docs/api-notes.md, Outputs through ComfyUI). */
export function formatOutputSize(file: Pick<Output, 'size_bytes' | 'hash'>): string {
  return isUnsized(file) ? t('unknown size') : formatBytes(file.size_bytes);
}

/** Formats the total size of several files, as far as their sizes are known. */
export function formatTotalSize(files: readonly Pick<Output, 'size_bytes' | 'hash'>[]): string {
  const total = files.reduce((sum, file) => sum + file.size_bytes, 0);
  if (!files.some(isUnsized)) return formatBytes(total);
  return total === 0 ? t('unknown size') : t('more than {size}', { size: formatBytes(total) });
}

function isUnsized({ size_bytes: size, hash }: Pick<Output, 'size_bytes' | 'hash'>): boolean {
  return size === 0 && hash === null;
}
