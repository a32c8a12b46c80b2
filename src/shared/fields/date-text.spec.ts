import { describe, expect, it } from 'vitest';
import { timestampOf, localText } from './date-text';

describe('a timestamp', () => {
  it('is sent with its time zone, and does not change when it is displayed', () => {
    const sent = '2026-11-21T10:00:05Z';
    expect(timestampOf(localText(sent) ?? '')).toBe(sent);
    expect(localText('2026-11-21T10:00:05')).toBeNull();
    expect(localText('')).toBe('');
    expect(timestampOf('')).toBe('');
  });
});
