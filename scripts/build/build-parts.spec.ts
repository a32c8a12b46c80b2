import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprintOf, PARTS } from './build-parts.mjs';

let base: string;
const put = (name: string, text = 'text') => writeFileSync(path.join(base, name), text);
const fingerprint = () => fingerprintOf(['src', 'index.html', 'absent'], base);

beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'flowdeck-build-'));
  mkdirSync(path.join(base, 'src', 'deep'), { recursive: true });
  put('index.html');
  put('src/deep/a.ts');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

test.each<[string, () => void]>([
  ['a new file', () => put('src/deep/b.ts')],
  ['a removed file', () => rmSync(path.join(base, 'src/deep/a.ts'))],
  ['other bytes', () => put('src/deep/a.ts', 'other text')],
  ['an older file put back', () => utimesSync(path.join(base, 'src/deep/a.ts'), 1, 1)],
  ['a changed page', () => put('index.html', '')],
])('%s makes a build stale', (_, change) => {
  const before = fingerprint();
  expect(fingerprint()).toBe(before);
  change();
  expect(fingerprint()).not.toBe(before);
});

test('files that only tests use do not', () => {
  const before = fingerprint();
  put('src/deep/a.spec.ts');
  put('src/deep/a.browser.spec.tsx');
  mkdirSync(path.join(base, 'src', 'testing'));
  put('src/testing/fixture.ts');
  expect(fingerprint()).toBe(before);
});

test('each part has existing inputs', () => {
  for (const { inputs } of PARTS) expect(fingerprintOf(inputs)).not.toBe(fingerprintOf([]));
});
