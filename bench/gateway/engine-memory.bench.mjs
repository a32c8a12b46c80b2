// Memory of the engine process while a 12-megapixel photo passes through every kernel: peak, and afterwards.
import sharp from 'sharp';
import { isFull } from '../figures.mjs';
import { childrenOf, memoryMb, pause, waitUntil, withGateway } from '../sessions/gateway-session.mjs';

const PHOTO = { width: 4032, height: 3024 };
const ROUNDS = 3;

export const isOnDemand = true;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  const photo = await drawPhoto();
  await withGateway([], async ({ address, ask, pid }) => {
    const image = await upload(address, photo);
    let took = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedAt = performance.now();
      const submitted = await ask('POST', '/api/v2/jobs', { workflow: chain(image, round) });
      const { id } = JSON.parse(submitted.text);
      let job = JSON.parse(submitted.text);
      await waitUntil(async () => {
        job = JSON.parse((await ask('GET', `/api/v2/jobs/${id}`)).text);
        return job.status !== 'queued' && job.status !== 'running';
      }, 120_000);
      if (job.status !== 'succeeded') throw new Error(`The chain ended ${job.status}: ${JSON.stringify(job.error)}`);
      took = performance.now() - startedAt;
    }
    const engine = engineOf(pid);
    report({ name: 'engine: 12-megapixel chain, 4 nodes', value: took / 1000, unit: 's' });
    report({ name: 'engine: RSS at most on 12 megapixels', value: memoryMb(engine, 'VmHWM'), unit: 'MB', bar: 700 });
    await pause(2000);
    report({ name: 'engine: RSS 2 s after a run, kept warm', value: memoryMb(engine), unit: 'MB', bar: 700 });
    if (!isFull) return;
    await waitUntil(async () => !childrenOf(pid).includes(engine), 90_000);
    report({ name: 'engine: RSS after a minute without work', value: 0, unit: 'MB', note: 'its process has ended' });
  });
}

/** Returns the child process with the most memory: the others make thumbnails. @param {number} gateway */
function engineOf(gateway) {
  const [heaviest] = childrenOf(gateway).toSorted((a, b) => memoryMb(b, 'VmHWM') - memoryMb(a, 'VmHWM'));
  if (heaviest === undefined) throw new Error('The gateway has no engine process');
  return heaviest;
}

/** Draws noise on a gradient, which compresses as badly as a photo. */
async function drawPhoto() {
  const noise = { type: /** @type {const} */ ('gaussian'), mean: 128, sigma: 20 };
  const create = { ...PHOTO, channels: /** @type {const} */ (3), background: '#888', noise };
  return sharp({ create }).jpeg({ quality: 88 }).toBuffer();
}

/** @param {string} address @param {Uint8Array} photo */
async function upload(address, photo) {
  const form = new FormData();
  // Text parts must precede the file (docs/api-notes.md, Assets).
  form.set('content_type', 'image/jpeg');
  form.set('file_path', 'photo.jpg');
  form.set('file', new Blob([Uint8Array.from(photo)], { type: 'image/jpeg' }), 'photo.jpg');
  const response = await fetch(new URL('/api/v2/assets', address), { method: 'POST', body: form });
  if (!response.ok) throw new Error(`The upload was refused: ${await response.text()}`);
  const { id } = /** @type {{ id: string }} */ (await response.json());
  return { __type: 'core/ASSET', info: { id } };
}

/** Builds a chain with a different radius per round, so that no result is reused. @param {object} image @param {number} round */
function chain(image, round) {
  return {
    1: { class_type: 'LoadImage', inputs: { image } },
    2: { class_type: 'ImageBlur', inputs: { image: ['1', 0], blur_radius: 6 + round, sigma: 0.6 } },
    3: {
      class_type: 'ImageBlend',
      inputs: { image1: ['1', 0], image2: ['2', 0], blend_factor: 0.5, blend_mode: 'soft_light' },
    },
    4: { class_type: 'ImageSharpen', inputs: { image: ['3', 0], sharpen_radius: 2, sigma: 0.5, alpha: 0.2 } },
    5: { class_type: 'SaveImage', inputs: { images: ['4', 0], filename_prefix: 'bench' } },
  };
}
