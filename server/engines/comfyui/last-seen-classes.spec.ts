import { afterEach, expect, it, vi } from 'vitest';
import type { ComfyuiDouble } from './testing/comfyui-double';
import { PoolHost } from './testing/pool-host';

vi.setConfig({ testTimeout: 60_000 });

const LIST = {
  input: { required: { sampler: [['of_a_pack'], {}] } },
  output: ['LATENT'],
  python_module: 'custom_nodes.x',
};

interface LastSeen {
  readAt: number | null;
  classes: Record<string, unknown>;
}

let host: PoolHost;
afterEach(() => host.close());

async function lastSeen(): Promise<LastSeen> {
  const response = await host.fetch('/console/last_seen_classes');
  expect(response.status).toBe(200);
  return (await response.json()) as LastSeen;
}

const listing = (names: string[]) => JSON.stringify(Object.fromEntries(names.map((name) => [name, LIST])));
const NONE = { readAt: null, classes: {} };

/** Opens a gateway that has read what its servers list. */
async function openWith(count: number, describe: (double: ComfyuiDouble, index: number) => void): Promise<void> {
  host = await PoolHost.open(count);
  host.doubles.forEach(describe);
  await host.restartGateway();
}

it('what a ComfyUI listed last survives restarts of the gateway while it is off, with its time, as a guess only', async () => {
  await openWith(1, (double) => double.describes(listing(['PackSampler'])));
  expect(await lastSeen()).toEqual(NONE);
  await host.doubles[0]?.stop();
  await host.restartGateway();
  const seen = await lastSeen();
  expect(seen).toEqual({ readAt: expect.any(Number), classes: { PackSampler: expect.objectContaining(LIST) } });
  expect((await host.fetch('/console/object_info')).ok).toBe(false);
  await host.restartGateway();
  expect(await lastSeen()).toEqual(seen);

  await host.doubles[0]?.start();
  await host.post('/console/comfyui/check', {});
  expect(await lastSeen()).toEqual(NONE);
  expect(Object.keys((await (await host.fetch('/console/object_info')).json()) as object)).toEqual(['PackSampler']);
});

it('the classes of all servers that are off are guessed, but not those of a removed one, even if it is added again', async () => {
  await openWith(2, (double, index) => double.describes(listing(['PackSampler', `Only${index}`])));
  await Promise.all(host.doubles.map((double) => double.stop()));
  await host.restartGateway();
  expect(Object.keys((await lastSeen()).classes)).toEqual(['PackSampler', 'Only0', 'Only1']);
  await host.restartGateway(host.named().slice(1));
  expect(Object.keys((await lastSeen()).classes)).toEqual(['PackSampler', 'Only1']);
  await host.restartGateway();
  expect(Object.keys((await lastSeen()).classes)).toEqual(['PackSampler', 'Only1']);
});
