import { describe, expect, it } from 'vitest';
import { KeyedMutex } from './keyed-mutex';

/** Simulates a result that passes through the layers between a store and the code that writes its record. */
async function throughLayers<T>(work: () => Promise<T>, layers: number): Promise<T> {
  return layers === 0 ? await work() : await throughLayers(work, layers - 1);
}

describe('the mutex of a hash', () => {
  it('runs work one at a time, in the requested order', async () => {
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

  it('does not wait for work on another hash', async () => {
    const turns = new KeyedMutex();
    let letGo: (() => void) | null = null;
    const long = turns.run('a', () => new Promise<void>((resolve) => (letGo = resolve)));
    expect(await turns.run('b', () => Promise.resolve('done'))).toBe('done');
    await expect.poll(() => letGo).not.toBeNull();
    (letGo as (() => void) | null)?.();
    await long;
  });

  it('lingers until the caller, through any layers, has written its record', async () => {
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

  it('continues after a failure, which only its own caller gets', async () => {
    const turns = new KeyedMutex();
    const failing = turns.run('a', () => Promise.reject(new Error('EIO')), { lingering: true });
    const next = turns.run('a', () => Promise.resolve('next'));
    await expect(failing).rejects.toThrow('EIO');
    expect(await next).toBe('next');
  });
});
