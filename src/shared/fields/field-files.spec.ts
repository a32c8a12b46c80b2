import { afterEach, describe, expect, it } from 'vitest';
import { setUpload, useUploads } from '@/domains/assets/uploads-store';
import { FieldFiles, type AttachOptions } from './field-files';

const file = new File(['a'], 'a.png');

/** Returns work that finishes when the test calls `finish`. */
function deferred<T>() {
  let options: AttachOptions | null = null;
  let finish: (result: T) => void = () => {};
  const work = (given: AttachOptions) => {
    options = given;
    return new Promise<T>((resolve) => (finish = resolve));
  };
  return { work, finish: (result: T) => finish(result), given: () => options as unknown as AttachOptions };
}

afterEach(() => useUploads.setState({ uploads: {} }));

describe('a pending file of a field', () => {
  it('resolves with the result of its upload, and remains available for a retry', async () => {
    const files = new FieldFiles();
    const first = deferred<string>();
    const attached = files.attach('a', file, first.work);
    expect(files.isBusy).toBe(true);
    first.finish('value');
    expect(await attached).toBe('value');
    expect([files.isBusy, files.fileOf('a')]).toEqual([false, file]);
  });

  it('is canceled by the next one, and its result is ignored', async () => {
    const files = new FieldFiles();
    const [first, second] = [deferred<string>(), deferred<string>()];
    const attached = files.attach('a', file, first.work);
    const next = files.attach('a', new File(['b'], 'b.png'), second.work);
    expect(first.given().signal.aborted).toBe(true);
    first.finish('late');
    second.finish('value');
    expect([await attached, await next]).toEqual([undefined, 'value']);
    expect(files.store.getState()['a']?.name).toBe('b.png');
  });

  it('distinguishes a pending upload from a failed one', () => {
    const files = new FieldFiles();
    const { work, given } = deferred<string>();
    void files.attach('a', file, work);
    expect(files.isPending('a')).toBe(false);
    setUpload(given().uploadId, { phase: 'uploading', sent: 1, total: 2, bytesPerS: null, msLeft: null });
    expect([files.isPending('a'), files.statusOf('a')]).toEqual([true, 'pending']);
    setUpload(given().uploadId, { phase: 'failed', message: 'x', total: 2 });
    expect([files.isPending('a'), files.statusOf('a')]).toEqual([false, 'failed']);
  });

  it('can be rejected with a reason, and removed with its upload', () => {
    const files = new FieldFiles();
    const { work, given } = deferred<string>();
    void files.attach('a', file, work);
    setUpload(given().uploadId, { phase: 'waiting', total: 1 });
    files.reject('a', 'It is a video.');
    expect(files.store.getState()['a']?.problem).toBe('It is a video.');
    files.drop('a');
    expect([given().signal.aborted, files.store.getState(), useUploads.getState().uploads]).toEqual([true, {}, {}]);
    expect(files.isBusy).toBe(false);
  });

  it('is canceled in every field when the form closes', () => {
    const files = new FieldFiles();
    const works = [deferred<string>(), deferred<string>()];
    for (const [index, { work }] of works.entries()) void files.attach(String(index), file, work);
    files.stop();
    expect(works.map(({ given }) => given().signal.aborted)).toEqual([true, true]);
    expect(files.isBusy).toBe(false);
  });
});
