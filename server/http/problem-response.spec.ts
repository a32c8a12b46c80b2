import { expect, it } from 'vitest';
import { ERROR_CODES, type ErrorCode } from '@contract/jobs/error-codes';
import { ApiProblem } from './operation';
import { problemResponse } from './problem-response';

const CODES = Object.entries(ERROR_CODES) as [ErrorCode, (typeof ERROR_CODES)[ErrorCode]][];

it.each(CODES)('%s has its status, and Retry-After where the same request may be sent again', async (code, facts) => {
  const response = problemResponse(new ApiProblem(code, 'Why'));
  expect(response.status).toBe(facts.status);
  expect(await response.json()).toEqual({ error: { code, message: 'Why', details: null } });
  expect(response.headers.get('retry-after')).toBe(facts.retryAfter ? '5' : null);
  const later = problemResponse(new ApiProblem(code, 'Why', { retryAfterS: 17 }));
  expect(later.headers.get('retry-after')).toBe(facts.retryAfter ? '17' : null);
});
