import { isApiError } from '@/api/api-error';
import type { GatewayStatus } from '@/api/gateway-status';
import type { Reachable } from '@/api/surfaces/reachable-query';

export interface Health {
  tone: 'ok' | 'warn' | 'bad' | 'unknown';
  text: string;
}

export function healthOf(data: GatewayStatus | undefined, error: Error | null): Health {
  if (isApiError(error) && error.status === 401) return { tone: 'warn', text: 'Sign-in required' };
  if (error) return { tone: 'bad', text: 'Unreachable' };
  if (!data) return { tone: 'unknown', text: 'Connecting…' };
  if (data.storage?.problem) return { tone: 'bad', text: data.storage.problem };
  if (!data.engine.isReady) return { tone: 'warn', text: data.engine.waitingReason ?? 'The engine is not ready' };
  return { tone: 'ok', text: `${data.engine.label.split(',')[0]} · ${milliseconds(data.roundTripMs)}` };
}

/** Of a surface that is not a Flowdeck gateway: it says nothing about itself, only whether it answers. */
export function reachableHealth(data: Reachable | undefined, error: Error | null): Health {
  if (error) return failedHealth(error);
  if (!data) return { tone: 'unknown', text: 'Connecting…' };
  return { tone: 'ok', text: `Connected · ${milliseconds(data.roundTripMs)}` };
}

function failedHealth(error: Error): Health {
  if (!isApiError(error) || error.kind === 'unreachable') return { tone: 'bad', text: 'Unreachable' };
  switch (error.status) {
    case 401:
      return { tone: 'warn', text: 'API key missing or wrong' };
    case 403:
      return { tone: 'warn', text: 'The API key may not do this' };
    case 429:
      return { tone: 'warn', text: 'Too many requests' };
    default:
      return { tone: 'bad', text: error.message };
  }
}

function milliseconds(ms: number): string {
  return `${Math.max(1, Math.round(ms))} ms`;
}
