import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DefinitionsFile, keepDefinitionsOf } from './definitions-file';

const ONE = 'http://127.0.0.1:8188';
const TWO = 'http://127.0.0.1:8189';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'flowdeck-definitions-'));
  folder = join(parent, 'comfyui-definitions');
});
afterEach(() => rmSync(parent, { recursive: true }));

const onlyFile = () => {
  const [name = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  return join(folder, name);
};

it('keeps the last text of each server with its time', async () => {
  await new DefinitionsFile(folder, ONE).write({ text: 'ä'.repeat(1000), readAt: 1_000_000_000_123 });
  await new DefinitionsFile(folder, TWO).write({ text: 'other', readAt: 5 });
  await new DefinitionsFile(folder, ONE).write({ text: 'é'.repeat(1000), readAt: 1_700_000_000_456 });
  expect(await new DefinitionsFile(folder, ONE).read()).toEqual({ text: 'é'.repeat(1000), readAt: 1_700_000_000_456 });
  expect(await new DefinitionsFile(folder, TWO).read()).toEqual({ text: 'other', readAt: 5 });
  expect(await new DefinitionsFile(folder, `${ONE}/other`).read()).toBeNull();
});

it('is compressed, and rewritten for a changed text only', async () => {
  const file = new DefinitionsFile(folder, ONE);
  await file.write({ text: 'a'.repeat(100_000), readAt: 1000 });
  const { ino, size } = statSync(onlyFile());
  expect(size).toBeLessThan(1000);
  await file.write({ text: 'a'.repeat(100_000), readAt: 2000 });
  expect([statSync(onlyFile()).ino, (await file.read())?.readAt]).toEqual([ino, 2000]);
  await file.write({ text: 'b'.repeat(100_000), readAt: 3000 });
  expect(statSync(onlyFile()).ino).not.toBe(ino);
});

it('does not grow beyond its limit: a longer text replaces the earlier one with nothing', async () => {
  const file = new DefinitionsFile(folder, ONE, { maxBytes: 60 });
  await file.write({ text: 'short', readAt: 1000 });
  expect(await file.read()).not.toBeNull();
  await file.write({ text: Array.from({ length: 200 }, (_, index) => index ** 3).join(), readAt: 2000 });
  expect(await file.read()).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
});

it('is ignored if it is damaged, and replaced by the next text', async () => {
  const file = new DefinitionsFile(folder, ONE);
  await file.write({ text: 'a text', readAt: 1000 });
  writeFileSync(onlyFile(), readFileSync(onlyFile()).subarray(0, 15));
  expect(await file.read()).toBeNull();
  await file.write({ text: 'a text', readAt: 2000 });
  expect(await file.read()).toEqual({ text: 'a text', readAt: 2000 });
});

it('is removed with its server, with everything that a kill left', async () => {
  for (const url of [ONE, TWO]) await new DefinitionsFile(folder, url).write({ text: url, readAt: 1000 });
  writeFileSync(`${join(folder, readdirSync(folder)[0] ?? '')}.new`, 'a part');
  keepDefinitionsOf([TWO], folder);
  expect(readdirSync(folder)).toHaveLength(1);
  expect(await new DefinitionsFile(folder, TWO).read()).toEqual({ text: TWO, readAt: 1000 });
  keepDefinitionsOf([TWO], join(parent, 'missing'));
});
