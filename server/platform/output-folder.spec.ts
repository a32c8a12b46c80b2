import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freeNames, openOutputFolder } from './output-folder';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'flowdeck-outputs-'));
  for (const name of ['one', 'two']) writeFileSync(path.join(root, name), `bytes ${name}`);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const folderOf = () => path.join(root, 'pictures');
const open = () => openOutputFolder(folderOf(), { path: (hash) => path.join(root, hash) });

test('the counter continues across runs, and nothing is overwritten', async () => {
  const folder = open();
  await Promise.all([folder.put('coral_00001_.png', 'one'), folder.put('coral_00001_.png', 'two')]);
  expect(readdirSync(folderOf()).toSorted()).toEqual(['coral_00001_.png', 'coral_00002_.png']);
  expect(readFileSync(path.join(folderOf(), 'coral_00002_.png'), 'utf8')).toBe('bytes two');
  await open().put('coral_00001_.png', 'one');
  expect(readdirSync(folderOf())).toContain('coral_00003_.png');
});

test('names without a counter get one in parentheses', async () => {
  const folder = open();
  await folder.put('note.txt', 'one');
  await folder.put('note.txt', 'two');
  expect(readdirSync(folderOf()).toSorted()).toEqual(['note (2).txt', 'note.txt']);
});

test('a name that was taken in the meantime is skipped', () => {
  const names = freeNames('a_00001_.png', ['a_00007_.png', 'b_00009_.png', 'a_00010_.webp']);
  expect([names.next().value, names.next().value]).toEqual(['a_00008_.png', 'a_00009_.png']);
});

test('names from another program are sanitized', async () => {
  const folder = open();
  for (const name of ['.bashrc', '-rf', 'CON', 'line\r\nbreak\u202e\u009b.png', '../../up.png'])
    await folder.put(name, 'one');
  expect(readdirSync(folderOf()).toSorted()).toEqual(['ComfyUI-CON', 'bashrc', 'line__break__.png', 'rf', 'up.png']);
});

test('an unwritable folder is reported in one sentence', async () => {
  writeFileSync(folderOf(), 'a file');
  await expect(open().put('a.png', 'one')).rejects.toThrow(/^Could not copy a\.png to the output folder \(E\w+\)$/);
});
