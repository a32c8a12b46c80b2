import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { JobLog, MAX_LOG_BYTES } from './job-log';

const bytesOf = (text: string) => new TextEncoder().encode(text).byteLength;

describe('JobLog', () => {
  it('stores timestamp, level and text of each line, in order', () => {
    const log = new JobLog(0);
    log.append('info', 'first', 1000);
    log.append('error', 'second', 2000);
    expect(log.record(false)).toEqual({
      text: '1970-01-01T00:00:01.000Z info first\n1970-01-01T00:00:02.000Z error second\n',
      truncated: false,
      capturedAt: 2000,
      complete: false,
    });
    expect(log.record(true).complete).toBe(true);
  });

  it('retains the tail up to its size, and marks the log as truncated only if lines were dropped (J-4.88)', () => {
    const sizes = fc.array(fc.oneof(fc.nat(200), fc.integer({ min: 50_000, max: 300_000 })), { maxLength: 12 });
    fc.assert(
      fc.property(sizes, fc.constantFrom('x', 'ü', '語', '😀'), (lengths, letter) => {
        const log = new JobLog(0);
        let all = '';
        for (const length of lengths) {
          const message = letter.repeat(length);
          log.append('info', message, 0);
          all += `1970-01-01T00:00:00.000Z info ${message}\n`;
        }
        const { text, truncated } = log.record(true);
        expect(bytesOf(text)).toBeLessThanOrEqual(MAX_LOG_BYTES);
        // Comparing the ends is fast; `toBe` would print both strings.
        expect(all.endsWith(text)).toBe(true);
        expect(truncated).toBe(text.length < all.length);
      }),
      { numRuns: runs(40) },
    );
  });

  it('continues the log of an interrupted run', () => {
    const log = new JobLog(5, { text: 'before\n', truncated: true, capturedAt: 1, complete: false });
    log.append('warning', 'again', 9);
    expect(log.record(false)).toMatchObject({
      text: 'before\n1970-01-01T00:00:00.009Z warning again\n',
      truncated: true,
      capturedAt: 9,
    });
  });

  it('accepts a flood of short lines without retaining all', () => {
    const log = new JobLog(0);
    for (let line = 0; line < 200_000; line += 1) log.append('info', `line ${line}`, 0);
    const { text, truncated } = log.record(true);
    expect(truncated).toBe(true);
    expect(text.endsWith(' line 199999\n')).toBe(true);
    expect(text.startsWith('1970-')).toBe(true);
  });
});
