import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLogger } from '../../log';
import { openProviderKeysFile } from './provider-keys-file';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-keys-'));
  file = path.join(folder, 'provider-keys.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => openProviderKeysFile(folder, silentLogger);
const KEY = { key: 'very-secret', origin: 'https://api.example', enteredAt: 5 };

describe('the file of provider keys', () => {
  test('is read again at the next start, for its user only, and becomes private again', () => {
    open().write({ studio: KEY });
    expect(readdirSync(folder)).toEqual(['provider-keys.json']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    expect(open().read()).toEqual({ studio: KEY });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test.each([
    ['not JSON', '{"studio":', 0],
    ['of another shape', '[]', 0],
    ['with what no header can carry', JSON.stringify({ a: { ...KEY, key: 'a\r\nHost: b' }, studio: KEY }), 1],
    ['with a time that is no date', JSON.stringify({ a: { ...KEY, enteredAt: 9e15 }, studio: KEY }), 1],
    ['with a time between milliseconds', JSON.stringify({ a: { ...KEY, enteredAt: 0.5 }, studio: KEY }), 1],
  ])('that is %s keeps valid entries, reports the rest, and is copied before the first change', (_, text, valid) => {
    writeFileSync(file, text, { mode: 0o600 });
    const keys = open();
    expect(Object.keys(keys.read())).toHaveLength(valid);
    expect(keys.problem()).toContain(file);
    expect(keys.problem()).not.toContain('very-secret');
    keys.write({ studio: KEY });
    expect(keys.problem()).toBeNull();
    expect(readFileSync(path.join(folder, 'provider-keys.damaged-1.json'), 'utf8')).toBe(text);
  });
});
