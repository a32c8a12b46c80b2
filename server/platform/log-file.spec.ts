import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartupProblem } from '../startup-problem';
import { LogFile } from './log-file';

const DAY_MS = 24 * 3600 * 1000;
const T0 = Date.UTC(2030, 0, 1);

let folder = '';
let now = T0;
let problems: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-log-'));
  now = T0;
  problems = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (maxBytes: number, maxAgeMs = 30 * DAY_MS, file = path.join(folder, 'a.log')) =>
  new LogFile({ path: file, maxBytes, maxAgeMs, now: () => now, onProblem: (sentence) => problems.push(sentence) });
const names = () => readdirSync(folder).sort();
const line = (text: string, at = now) =>
  `${JSON.stringify({ level: 30, time: new Date(at).toISOString(), msg: text })}\n`;
const texts = (name: string) =>
  readFileSync(path.join(folder, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((each) => (JSON.parse(each) as { msg: string }).msg);
const allTexts = () => [...names().slice(1), 'a.log'].flatMap(texts);

describe('a log file', () => {
  it('is continued by the next process, and private', () => {
    const first = open(10_000);
    first.write(line('one'));
    first.close();
    open(10_000).write(line('two'));
    expect(texts('a.log')).toEqual(['one', 'two']);
    expect(statSync(path.join(folder, 'a.log')).mode & 0o777).toBe(0o600);
  });

  it('together with its predecessors stays below the size, and loses the oldest lines only', () => {
    const file = open(5000);
    for (let n = 0; n < 400; n += 1) {
      file.write(line(`number ${n}`));
      now += 1;
    }
    const sizes = names().map((name) => statSync(path.join(folder, name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(5000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
    const kept = allTexts();
    expect(kept.length).toBeGreaterThan(40);
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, n) => `number ${400 - kept.length + n}`));
  });

  it('loses no line of one moment, whose predecessors have the same time', () => {
    const file = open(2_000_000);
    const long = 'x'.repeat(150_000);
    for (let n = 0; n < 8; n += 1) file.write(line(`${n}${long}`));
    expect(allTexts().map((text) => text[0])).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  });

  it('deletes lines that are too old, also those of an earlier process', () => {
    const first = open(1_000_000, 10 * DAY_MS);
    first.write(line('old'));
    first.close();
    now += 2 * DAY_MS;
    const second = open(1_000_000, 10 * DAY_MS);
    second.write(line('new'));
    const [current, older = ''] = names();
    expect([current, texts('a.log'), texts(older)]).toEqual(['a.log', ['new'], ['old']]);
    now = T0 + 13 * DAY_MS;
    second.write(line('newer'));
    expect(names()).not.toContain(older);
    expect(allTexts()).toEqual(['new', 'newer']);
  });

  it('deletes no other file', () => {
    const others = ['a.log.gz', 'a.log.1', 'b.log.20200101T000000000Z', 'a.logs'];
    for (const name of others) open(10_000, DAY_MS, path.join(folder, name)).write(line('other'));
    const file = open(500, DAY_MS);
    for (let n = 0; n < 50; n += 1) file.write(line('mine'));
    expect(names()).toEqual(expect.arrayContaining(others));
  });

  it('reports once that it cannot be written, and continues when it can', () => {
    const file = open(1000);
    file.write(line('before'));
    const away = `${folder}-away`;
    renameSync(folder, away);
    for (let n = 0; n < 20; n += 1) file.write(line('lost'));
    expect(problems).toEqual([expect.stringMatching(/^The log file .* cannot be written \(ENOENT\)/)]);
    mkdirSync(folder);
    file.write(line('after'));
    expect(problems[1]).toBe('The log file is written again; some lines are missing in it');
    expect(texts('a.log')).toEqual(['after']);
    rmSync(away, { recursive: true });
  });

  it('that cannot be opened is a problem at startup', () => {
    expect(() => open(1000, DAY_MS, path.join(folder, 'missing', 'a.log'))).toThrow(StartupProblem);
    expect(() => open(1000, DAY_MS, folder)).toThrow(/cannot be written \(EISDIR\): name another one with --log-file/);
  });
});
