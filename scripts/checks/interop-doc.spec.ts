import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EQUAL_REQUESTS } from '../../contract/conformance/interop/equal-requests';
import { HOSTED_DIFFERENCES } from '../../contract/conformance/interop/hosted-differences';
import { differenceOf, PROXY_DIFFERENCES } from '../../contract/conformance/interop/proxy-differences';

/** Table row: cause and number of requests. */
const ROW = /^\| \*\*(.+?)\*\* \| [^|]+ \| (\d+) \|/gm;
const doc = readFileSync('docs/interop.md', 'utf8');
const causes = EQUAL_REQUESTS.flatMap(({ differs }) => differs ?? []);

test('docs/interop.md explains each known difference of comfy-api-proxy, and no other', () => {
  const explained = [...doc.matchAll(ROW)].map(([, cause]) => cause);
  const known = new Set([...PROXY_DIFFERENCES.map(({ cause }) => cause), ...causes]);
  expect(explained.toSorted()).toEqual([...known].toSorted());
});

/** Row of the table of hosted surfaces, which has no numbers. */
const HOSTED_ROW = /^\| \*\*(.+?)\*\* \| [a-z, ]+ \| [^\n|]+ \| [^\n|]+ \|$/gm;

test('docs/interop.md explains each known difference of the simulated hosted surfaces, and no other', () => {
  const explained = [...doc.matchAll(HOSTED_ROW)].map(([, cause]) => cause);
  expect(new Set(explained)).toEqual(new Set(HOSTED_DIFFERENCES.map(({ cause }) => cause)));
});

test('docs/interop.md has the same number of requests with different responses as the list', () => {
  expect(doc).toContain(`${EQUAL_REQUESTS.length - causes.length} agree, ${causes.length} differ`);
  for (const [, cause, count] of doc.matchAll(ROW)) {
    expect([cause, causes.filter((each) => each === cause).length]).toEqual([cause, Number(count)]);
  }
});

test('a failure is a known difference only if file, title and message match', () => {
  const known = { file: 'surface.spec.ts', title: 'J-5.04', message: "AssertionError: expected null to be 'Bearer'" };
  expect(differenceOf(known)?.cause).toBe('WWW-Authenticate');
  expect(differenceOf({ ...known, file: 'jobs-submit.spec.ts' })).toBeUndefined();
  expect(differenceOf({ ...known, message: "AssertionError: expected 'Basic' to be 'Bearer'" })).toBeUndefined();
});
