import { expect, it } from 'vitest';
import type { GatewayStatus } from '@/domains/gateway/gateway-status';
import { healthOf } from './health-of';

const status = (problem: string | null): GatewayStatus => ({
  version: '1.0.0',
  engine: { name: 'embedded', label: 'Embedded engine', isReady: true, waitingReason: null },
  storage: { problem },
  jobs: {},
  limits: { maxUploadBytes: 1, queueDepth: 1 },
  roundTripMs: 3,
});

it('a problem with the data folder takes precedence over a ready engine', () => {
  expect(healthOf(status('The disk is full'), null)).toEqual({ tone: 'bad', text: 'The disk is full' });
  expect(healthOf(status(null), null)).toEqual({ tone: 'ok', text: 'Embedded engine', responseTime: '3 ms' });
});
