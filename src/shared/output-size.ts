import type { Output } from '@contract/jobs/schemas';
import { formatBytes } from '@/lib/format';

/** Some surfaces do not know the size of an output: they report 0, without a hash (contract-facts 2.10). */
export function formatOutputSize({ size_bytes: size, hash }: Pick<Output, 'size_bytes' | 'hash'>): string {
  return size === 0 && hash === null ? 'unknown size' : formatBytes(size);
}
