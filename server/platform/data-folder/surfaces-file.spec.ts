import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StoredSurface } from '../../console/surfaces/surface-store';
import type { Logger } from '../../log';
import { openSurfacesFile } from './surfaces-file';

let folder: string;
let file: string;
let warnings: string[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-surfaces-'));
  file = path.join(folder, 'surfaces.json');
  warnings = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const log: Logger = {
  info: () => {},
  warn: (fields, message) => void warnings.push(JSON.stringify(fields) + message),
  error: () => {},
};
const open = () => openSurfacesFile(folder, log);
const modeOf = (name: string) => statSync(name).mode & 0o777;

const studio: StoredSurface = {
  id: 'studio',
  name: 'Studio',
  color: 'blue',
  kind: 'managed',
  baseUrl: 'https://jobs.example',
  routerBaseUrl: null,
  access: 'relay',
  routerAuth: 'bearer',
  dialect: 'service',
  credential: 'very-secret',
};

describe('the file of configured surfaces', () => {
  test('is read again at the next start, and for its user only', () => {
    expect(open().read()).toEqual({ surfaces: [], defaultId: 'local' });
    open().write({ surfaces: [studio], defaultId: 'studio' });
    expect(open().read()).toEqual({ surfaces: [studio], defaultId: 'studio' });
    expect(modeOf(file)).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['surfaces.json']);
    expect(warnings).toEqual([]);
  });

  test('becomes private again if other users could read it', () => {
    open().write({ surfaces: [studio], defaultId: 'local' });
    chmodSync(file, 0o644);
    expect(open().read().surfaces).toHaveLength(1);
    expect(modeOf(file)).toBe(0o600);
    expect(warnings).toHaveLength(1);
  });

  test.each([
    ['not JSON', '{"surfaces": [', 0],
    ['of another shape', '[]', 0],
    ['partly invalid', JSON.stringify({ surfaces: [{ id: 'broken' }, studio, studio], defaultId: 'broken' }), 1],
    [
      'with a line break in a credential',
      JSON.stringify({ surfaces: [{ ...studio, credential: 'a\r\nHost: b' }], defaultId: 'local' }),
      0,
    ],
  ])('that is %s keeps valid entries, reports the rest, and is copied before the first change', (_, text, valid) => {
    writeFileSync(file, text, { mode: 0o600 });
    const store = open();
    expect(store.read().surfaces).toHaveLength(valid);
    expect(store.read().defaultId).toBe('local');
    expect(store.problem()).toContain(file);
    expect(warnings.join()).not.toContain('very-secret');
    expect(warnings).toHaveLength(1);
    expect(readFileSync(file, 'utf8')).toBe(text);
    store.write({ surfaces: [studio], defaultId: 'local' });
    expect(store.problem()).toBeNull();
    const copy = path.join(folder, 'surfaces.damaged-1.json');
    expect(readFileSync(copy, 'utf8')).toBe(text);
    expect(modeOf(copy)).toBe(0o600);
    store.write({ surfaces: [], defaultId: 'local' });
    expect(readdirSync(folder).toSorted()).toEqual(['surfaces.damaged-1.json', 'surfaces.json']);
  });

  test('that is a link is neither followed nor replaced', () => {
    const target = path.join(folder, 'target');
    writeFileSync(target, JSON.stringify({ surfaces: [studio], defaultId: 'local' }));
    symlinkSync(target, file);
    const store = open();
    expect(store.read().surfaces).toEqual([]);
    expect(store.problem()).toContain('cannot be read');
    expect(() => store.write({ surfaces: [], defaultId: 'local' })).toThrow('cannot be stored');
    expect(readFileSync(target, 'utf8')).toContain('very-secret');
  });

  test('that cannot be written leaves the list unchanged', () => {
    const store = open();
    rmSync(folder, { recursive: true });
    expect(() => store.write({ surfaces: [studio], defaultId: 'local' })).toThrow('cannot be stored');
    expect(store.read().surfaces).toEqual([]);
  });
});
