import { expect, it } from 'vitest';
import { expiredTokenAdvice } from './error-hints';

const job = (waitMinutes: number) => ({
  created_at: '2026-11-22T10:00:00Z',
  started_at: new Date(Date.parse('2026-11-22T10:00:00Z') + waitMinutes * 60_000).toISOString(),
});

it('J-5.14: suggests an expired session token as a cause if a partner node fails after a long wait', () => {
  expect(expiredTokenAdvice(job(20), { class_type: 'KlingTextToVideoNode' })).toMatch(/token may have expired/);
  expect(expiredTokenAdvice(job(1), { class_type: 'KlingTextToVideoNode' })).toBeNull();
  expect(expiredTokenAdvice(job(20), { class_type: 'KSampler' })).toBeNull();
  expect(expiredTokenAdvice({ ...job(20), started_at: null }, { class_type: 'KlingTextToVideoNode' })).toBeNull();
});
