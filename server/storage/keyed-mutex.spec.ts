import { describe, expect, it } from 'vitest';
import { KeyedMutex } from './keyed-mutex';

/** As an answer passes through the layers between a store and who records its bytes. */
async function throughLayers<T>(work: () => Promise<T>, layers: number): Promise<T> {
  return layers === 0 ? await work() : await throughLayers(work, layers - 1);
}

describe('turns of a hash', () => {
  it('come one after the other, in the order they were asked for', async () => {
    const turns = new KeyedMutex();
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`${name} ends`);
    };
    await Promise.all([turns.run('a', work('first')), turns.run('a', work('second'))]);
    expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  it('do not wait for those of another hash', async () => {
    const turns = new KeyedMutex();
    let letGo: (() => void) | null = null;
    const long = turns.run('a', () => new Promise<void>((resolve) => (letGo = resolve)));
    expect(await turns.run('b', () => Promise.resolve('done'))).toBe('done');
    await expect.poll(() => letGo).not.toBeNull();
    (letGo as (() => void) | null)?.();
    await long;
  });

  it('linger until the caller, however far away, has written its record', async () => {
    const turns = new KeyedMutex();
    let isRecorded = false;
    const storing = (async () => {
      await throughLayers(() => turns.run('a', () => Promise.resolve(), { lingering: true }), 50);
      isRecorded = true;
    })();
    const seen = turns.run('a', () => Promise.resolve(isRecorded));
    await storing;
    expect(await seen).toBe(true);
  });

  it('pass on after a failure, which stays with its own caller', async () => {
    const turns = new KeyedMutex();
    const failing = turns.run('a', () => Promise.reject(new Error('EIO')), { lingering: true });
    const next = turns.run('a', () => Promise.resolve('next'));
    await expect(failing).rejects.toThrow('EIO');
    expect(await next).toBe('next');
  });
});
