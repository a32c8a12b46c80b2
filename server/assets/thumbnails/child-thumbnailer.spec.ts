import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildChild } from '../../child-process/testing/build-child';
import { VirtualClock } from '../../testing/virtual-clock';
import { ChildThumbnailer } from './child-thumbnailer';

/** Acts according to the path, and responds with its process id. */
const OBEDIENT_CHILD = `
process.on('disconnect', () => process.exit(0));
process.on('message', ({ id, input: { path } }) => {
  if (path === 'crash') process.kill(process.pid, 'SIGSEGV');
  if (path === 'exit') process.exit(3);
  if (path === 'hang') return;
  const text = path === 'env' ? JSON.stringify(Object.keys(process.env)) : String(process.pid);
  process.send({ id, output: path === 'nonsense' ? { length: 5 } : Buffer.from(text) });
});
`;

let dir: string;
let obedient: string;
const open: ChildThumbnailer[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'flowdeck-child-'));
  obedient = join(dir, 'obedient.mjs');
  await writeFile(obedient, OBEDIENT_CHILD);
});
afterEach(() => Promise.all(open.splice(0).map((thumbnailer) => thumbnailer.close())));
afterAll(() => rm(dir, { recursive: true, force: true }));

function start(script = obedient) {
  const clock = new VirtualClock();
  const thumbnailer = new ChildThumbnailer(script, clock);
  open.push(thumbnailer);
  const pid = async () => Number(Buffer.from((await thumbnailer.thumbnail('pid', 64)) ?? '').toString());
  return { clock, thumbnailer, pid };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function untilGone(pid: number): Promise<void> {
  await expect.poll(() => isAlive(pid)).toBe(false);
}

describe('the thumbnail process', () => {
  it('processes many images one by one', async () => {
    const { pid } = start();
    const pids = await Promise.all([pid(), pid(), pid()]);
    expect(new Set(pids).size).toBe(1);
    expect(isAlive(pids[0] ?? 0)).toBe(true);
  });

  it.each(['crash', 'exit'])('restarts after a %s, which affects only one image', async (fault) => {
    const { thumbnailer, pid } = start();
    const before = await pid();
    const failing = thumbnailer.thumbnail(fault, 64);
    const next = pid();
    await expect(failing).rejects.toThrow('The process ended');
    expect(await next).not.toBe(before);
  });

  it('is killed if an image takes too long', async () => {
    const { clock, thumbnailer, pid } = start();
    const before = await pid();
    const hanging = thumbnailer.thumbnail('hang', 64);
    await Promise.all([expect(hanging).rejects.toThrow('too long'), clock.advance(15_000)]);
    await untilGone(before);
    expect(await pid()).not.toBe(before);
  });

  it('exits after 30 s without work, and starts again on demand', async () => {
    const { clock, pid } = start();
    const first = await pid();
    await clock.advance(29_999);
    expect(await pid()).toBe(first);
    await clock.advance(30_000);
    await untilGone(first);
    expect(await pid()).not.toBe(first);
  });

  it('stops with the gateway, and accepts no work afterwards', async () => {
    const { thumbnailer, pid } = start();
    const first = await pid();
    const waiting = [thumbnailer.thumbnail('hang', 64), thumbnailer.thumbnail('pid', 64)].map((requests) =>
      expect(requests).rejects.toThrow('closed'),
    );
    await thumbnailer.close();
    await Promise.all(waiting);
    await untilGone(first);
    await expect(thumbnailer.thumbnail('pid', 64)).rejects.toThrow('closed');
  });

  it('sees no credential of the gateway', async () => {
    process.env['FLOWDECK_TOKEN'] = 'secret';
    try {
      const { thumbnailer } = start();
      const names = Buffer.from((await thumbnailer.thumbnail('env', 64)) ?? '').toString();
      expect(names).toContain('PATH');
      expect(names).not.toContain('FLOWDECK');
    } finally {
      delete process.env['FLOWDECK_TOKEN'];
    }
  });

  it('is not trusted if its response is malformed', async () => {
    const { thumbnailer } = start();
    expect(await thumbnailer.thumbnail('nonsense', 64)).toBeNull();
  });

  it('reports an error if the script cannot run', async () => {
    const { thumbnailer } = start(join(dir, 'missing.mjs'));
    await expect(thumbnailer.thumbnail('pid', 64)).rejects.toThrow('The process ended');
  });

  it('shrinks an image in the built version', async () => {
    const built = await buildChild('thumbnail-child', 'server/assets/thumbnails/thumbnail-child.ts');
    const path = join(dir, 'picture');
    await writeFile(
      path,
      await sharp({ create: { width: 600, height: 300, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    );
    const { thumbnailer } = start(built.script);
    const bytes = await thumbnailer.thumbnail(path, 128);
    expect(await sharp(bytes ?? Buffer.alloc(0)).metadata()).toMatchObject({ format: 'webp', width: 128, height: 64 });
    await writeFile(path, 'no picture');
    expect(await thumbnailer.thumbnail(path, 128)).toBeNull();
    await built.remove();
  });
});
