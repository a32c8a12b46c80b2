import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileRunLedger, recordedEngines } from './run-ledger';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'flowdeck-ledger-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it('persists across gateway restarts', () => {
  const ledger = new FileRunLedger(dir);
  ledger.put('one', 'sent');
  ledger.put('two', 'started');
  ledger.put('two', 'unwanted');
  ledger.put('three', 'sent');
  ledger.remove('three');
  const next = new FileRunLedger(dir);
  expect([next.stage('one'), next.stage('two'), next.stage('three')]).toEqual(['sent', 'unwanted', null]);
  expect(next.unwanted()).toEqual(['two']);
});

it('treats an unreadable entry as a started job, so that it does not run twice', () => {
  writeFileSync(join(dir, 'cut'), '');
  expect(new FileRunLedger(dir).stage('cut')).toBe('started');
});

it('rejects names that point outside its folder', () => {
  expect(() => new FileRunLedger(dir).put('../elsewhere', 'sent')).toThrow(TypeError);
});

describe('entries of several engines in one folder', () => {
  const gpu = { name: 'gpu', url: 'http://127.0.0.1:8188' };
  const big = { name: 'big', url: 'http://10.0.0.5:8188' };

  it('are read by the engine that they name, even if its URL has changed', () => {
    new FileRunLedger(dir, { ...gpu, isFirst: true }).put('one', 'sent');
    const moved = new FileRunLedger(dir, { ...gpu, url: big.url, isFirst: false });
    const other = new FileRunLedger(dir, { ...big, isFirst: true });
    expect([moved.stage('one'), moved.ids()]).toEqual(['sent', ['one']]);
    expect([other.stage('one'), other.ids()]).toEqual([null, []]);
  });

  it('belong to the first engine if they name none, as written by versions with a single engine', () => {
    new FileRunLedger(dir).put('one', 'unwanted');
    expect(new FileRunLedger(dir, { ...gpu, isFirst: true }).unwanted()).toEqual(['one']);
    expect(new FileRunLedger(dir, { ...big, isFirst: false }).unwanted()).toEqual([]);
  });

  it('show which engines have jobs', () => {
    expect(recordedEngines(join(dir, 'nowhere'))).toEqual([]);
    for (const id of ['one', 'two']) new FileRunLedger(dir, { ...gpu, isFirst: true }).put(id, 'started');
    new FileRunLedger(dir, { ...big, isFirst: false }).put('three', 'started');
    new FileRunLedger(dir).put('four', 'started');
    expect(recordedEngines(dir)).toHaveLength(2);
    expect(recordedEngines(dir)).toEqual(expect.arrayContaining([gpu, big]));
  });
});
