import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isTerminal } from '@contract/jobs/lifecycle';
import { liveUrl } from './live-engine';
import { openLiveGateway, type LiveGateway } from '../live-gateway';

/** Names of input files in workflows, as written by our own results and by ComfyUI's mask editor. */

const HASH = 'b3'.repeat(32);
let gateway: LiveGateway;

beforeAll(async () => {
  gateway = await openLiveGateway();
  await upload('flowdeck', `${HASH}.png`);
  await upload('clipspace', 'clipspace-mask-1.png');
});
afterAll(() => gateway.close());

describe('the gateway in front of ComfyUI', () => {
  it.each([`flowdeck/${HASH}.png`, `flowdeck/${HASH}.png [input]`, 'clipspace/clipspace-mask-1.png [input]'])(
    'runs a workflow that names %s',
    async (name) => {
      const job = await run(name);
      expect(job).toMatchObject({ status: 'succeeded', error: null, outputs: [{ type: 'image' }] });
    },
  );

  it('forwards the name of a missing file, and reports the error of ComfyUI', async () => {
    const job = await run('clipspace/is-not-there.png [input]');
    expect(job).toMatchObject({ status: 'failed', error: { code: 'workflow_refused', node_id: '1' } });
  });
});

async function run(image: string) {
  const workflow = {
    1: { class_type: 'LoadImage', inputs: { image } },
    2: { class_type: 'PreviewImage', inputs: { images: ['1', 0] } },
  };
  const response = await gateway.post('/api/v2/jobs', { workflow });
  expect(response.status).toBe(201);
  const { id } = (await response.json()) as { id: string };
  return vi.waitFor(
    async () => {
      const job = await gateway.job(id);
      expect(isTerminal(job.status)).toBe(true);
      return job;
    },
    { timeout: 60_000, interval: 50 },
  );
}

async function upload(subfolder: string, name: string): Promise<void> {
  const png = await sharp({ create: { width: 16, height: 8, channels: 4, background: '#3366' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(png)]), name);
  form.append('type', 'input');
  form.append('subfolder', subfolder);
  form.append('overwrite', 'true');
  const response = await fetch(`${liveUrl()}/upload/image`, { method: 'POST', body: form });
  expect(response.status).toBe(200);
}
