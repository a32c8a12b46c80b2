import type { JsonValue } from '../json/lossless';

/** Returns true if a discriminator mapping names this reference, either in full or by the bare schema name. */
export function isMappedTo(target: JsonValue, reference: JsonValue | undefined): boolean {
  return typeof target === 'string' && (target === reference || `#/components/schemas/${target}` === reference);
}
