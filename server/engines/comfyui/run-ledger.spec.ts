import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FileRunLedger } from './run-ledger';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'flowdeck-ledger-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it('outlives the gateway', () => {
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

it('takes a note that it cannot read for a job that began: rather lost than run twice', () => {
  writeFileSync(join(dir, 'cut'), '');
  expect(new FileRunLedger(dir).stage('cut')).toBe('started');
});

it('has no names that lead elsewhere', () => {
  expect(() => new FileRunLedger(dir).put('../elsewhere', 'sent')).toThrow(TypeError);
});
