import { isApiError } from '@/api/api-error';
import type { GatewayStatus } from '@/domains/gateway/gateway-status';
import type { Reachable } from '@/api/surfaces/reachable-query';
import { t } from '@/lib/i18n/messages';
import { serverFailure } from '@/shared/servers/server-failure';

export interface Health {
  tone: 'ok' | 'warn' | 'bad' | 'unknown';
  text: string;
  /** Time of the last request; only if it succeeded. */
  responseTime?: string;
}

export function healthOf(data: GatewayStatus | undefined, error: Error | null): Health {
  if (isApiError(error) && error.status === 401) return { tone: 'warn', text: t('Sign-in required') };
  if (error) return { tone: 'bad', text: t('Unreachable') };
  if (!data) return { tone: 'unknown', text: t('Connecting…') };
  if (data.storage?.problem) return { tone: 'bad', text: data.storage.problem };
  if (!data.engine.isReady) return { tone: 'warn', text: data.engine.waitingReason ?? t('The engine is not ready') };
  return { tone: 'ok', text: data.engine.label.split(',')[0] ?? '', responseTime: formatLatency(data.roundTripMs) };
}

/** Health of a surface without a status: only whether it responds. */
export function reachableHealth(data: Reachable | undefined, error: Error | null): Health {
  if (error) return serverFailure(error);
  if (!data) return { tone: 'unknown', text: t('Connecting…') };
  return { tone: 'ok', text: t('Connected'), responseTime: formatLatency(data.roundTripMs) };
}

export function formatLatency(ms: number): string {
  return t('{duration} ms', { duration: Math.max(1, Math.round(ms)) });
}
