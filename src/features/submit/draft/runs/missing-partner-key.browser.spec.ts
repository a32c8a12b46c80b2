import { expect, it } from 'vitest';
import { missingPartnerKey } from './missing-partner-key';

const NONE = {};

it('a credential is missing if a class needs one and none is stored, and locked if it is stored but locked', () => {
  const classes = ['PaidNode'];
  expect(missingPartnerKey(classes, { keys: NONE, isLocked: false })).toBe('missing');
  expect(missingPartnerKey(classes, { keys: NONE, isLocked: true })).toBe('locked');
  expect(missingPartnerKey(classes, { keys: { ...NONE, apiKey: 'key' }, isLocked: false })).toBeNull();
  expect(missingPartnerKey([], { keys: NONE, isLocked: true })).toBeNull();
});
