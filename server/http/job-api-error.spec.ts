import { ERROR_CODES, type ErrorCode } from '@contract/jobs/error-codes';
import { expect, it } from 'vitest';
import { errorResponse } from './http-error';
import { jobApiEnvelope, jobApiError } from './job-api-error';

const CODES = Object.entries(ERROR_CODES) as [ErrorCode, (typeof ERROR_CODES)[ErrorCode]][];

it.each(CODES)('%s has its status, and Retry-After if the same request may be retried', async (code, details) => {
  const response = errorResponse(jobApiError(code, 'Why'), jobApiEnvelope);
  expect(response.status).toBe(details.status);
  expect(await response.json()).toEqual({ error: { code, message: 'Why', details: null } });
  expect(response.headers.get('retry-after')).toBe(details.retryAfter ? '5' : null);
  const later = errorResponse(jobApiError(code, 'Why', { retryAfterS: 17 }), jobApiEnvelope);
  expect(later.headers.get('retry-after')).toBe(details.retryAfter ? '17' : null);
});
