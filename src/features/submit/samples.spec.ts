import { expect, it } from 'vitest';
import type { GatewayStatus } from '@contract/console/gateway-status';
import { SAMPLES, samplesOf } from './samples';

const engine = (name: string) => ({ name, label: name, isReady: true });
const member = (comfyui: GatewayStatus['engine']['comfyui']) => ({
  name: 'one',
  state: 'active',
  comfyui: comfyui ?? null,
  jobs: [],
});
const HERE = { url: 'http://127.0.0.1:8188', state: 'here' };

it('offers only what the engines of the gateway can run', () => {
  expect(samplesOf(undefined)).toEqual(SAMPLES);
  expect(samplesOf({ engine: engine('embedded') })).toEqual(SAMPLES);
  expect(samplesOf({ engine: engine('comfyui'), engines: [member(HERE), member(null)] })).toEqual(SAMPLES);
  const core = SAMPLES.filter(({ isCore }) => isCore);
  expect(core).toHaveLength(1);
  expect(samplesOf({ engine: engine('comfyui'), engines: [member(HERE)] })).toEqual(core);
  expect(samplesOf({ engine: engine('comfyui') })).toEqual(core);
});
