import type { ProviderConfig } from './config-schema';

/** Hosts that document an idempotency key, with its header. */
const KNOWN: Readonly<Record<string, string>> = {
  'api.comfy.org': 'Idempotency-Key',
};

/** Header in which the provider takes an idempotency key; `null` if it is not known to honor one. */
export function idempotencyHeaderOf({
  idempotencyHeader,
  baseUrl,
}: Pick<ProviderConfig, 'idempotencyHeader' | 'baseUrl'>): string | null {
  if (idempotencyHeader !== undefined) return idempotencyHeader === false ? null : idempotencyHeader;
  return KNOWN[new URL(baseUrl).hostname] ?? null;
}
