import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { differenceOf, PROXY_DIFFERENCES } from '../contract/conformance/interop/proxy-differences';

const ROW = /^\| \*\*(.+?)\*\* \|/gm;

test('docs/interop.md explains each known difference of comfy-api-proxy, and no other', () => {
  const doc = readFileSync('docs/interop.md', 'utf8');
  const explained = [...doc.matchAll(ROW)].map(([, cause]) => cause);
  expect(explained.toSorted()).toEqual([...new Set(PROXY_DIFFERENCES.map(({ cause }) => cause))].toSorted());
});

test('a failure is different only where file, title and message agree', () => {
  const known = { file: 'surface.spec.ts', title: 'J-5.04', message: "AssertionError: expected null to be 'Bearer'" };
  expect(differenceOf(known)?.cause).toBe('WWW-Authenticate');
  expect(differenceOf({ ...known, file: 'jobs-submit.spec.ts' })).toBeUndefined();
  expect(differenceOf({ ...known, message: "AssertionError: expected 'Basic' to be 'Bearer'" })).toBeUndefined();
});
