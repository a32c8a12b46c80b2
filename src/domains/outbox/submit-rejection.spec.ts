import { expect, it } from 'vitest';
import { readSubmitRejection } from './submit-rejection';

const rejected = (details: Record<string, unknown> | null) => ({
  status: 422,
  code: 'invalid_workflow',
  message: 'Rejected.',
  details,
  requestId: null,
});

it('all known details are parsed, and malformed ones are ignored', () => {
  const problem = { field: 'text', reason: 'too_shiny' };
  const details = { node_errors: { '1': [problem] }, missing_ids: ['a', 7], credits_url: 'https://example.org/buy' };
  const { nodeErrors, missingIds, creditsUrl } = readSubmitRejection(rejected(details));
  expect({ ...nodeErrors }).toEqual({ '1': [problem] });
  expect([...missingIds]).toEqual(['a']);
  expect(creditsUrl).toBe('https://example.org/buy');
  const nothing = readSubmitRejection(rejected({ node_errors: 'no', missing_ids: 'a', credits_url: 'javascript:x' }));
  expect(nothing).toEqual({ nodeErrors: {}, missingIds: new Set(), creditsUrl: null });
  expect(readSubmitRejection(rejected(null))).toEqual(nothing);
});

it('a rejection is parsed once', () => {
  const rejection = rejected({ node_errors: {} });
  expect(readSubmitRejection(rejection)).toBe(readSubmitRejection(rejection));
});
