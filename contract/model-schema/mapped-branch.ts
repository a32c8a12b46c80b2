import type { JsonValue } from '../json/lossless';

/** A mapping of a discriminator names its target by reference or by the bare name of a schema. */
export function isMappedTo(target: JsonValue, reference: JsonValue | undefined): boolean {
  return typeof target === 'string' && (target === reference || `#/components/schemas/${target}` === reference);
}
