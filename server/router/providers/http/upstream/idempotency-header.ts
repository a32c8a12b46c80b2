import type { ProviderConfig } from '../config-schema';

/** Idempotency key headers, by hosts that document them. */
const KNOWN: Readonly<Record<string, string>> = {
  'api.comfy.org': 'Idempotency-Key',
};

/** Returns the idempotency key header of the provider; `null` if it is not known to honor one. */
export function idempotencyHeaderOf({
  idempotencyHeader,
  baseUrl,
}: Pick<ProviderConfig, 'idempotencyHeader' | 'baseUrl'>): string | null {
  if (idempotencyHeader !== undefined) return idempotencyHeader === false ? null : idempotencyHeader;
  return KNOWN[new URL(baseUrl).hostname] ?? null;
}
