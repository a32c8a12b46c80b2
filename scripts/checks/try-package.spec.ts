import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSample, sampleFile } from '../samples/released-databases.mjs';
import { tryPackage } from './try-package.mjs';

/** A program with a version and a database of a schema, or one that fails. */
const program = (start: string) => `
import { mkdirSync, writeFileSync } from 'node:fs';
const [flag] = process.argv.slice(2);
const dataDir = process.argv.at(-1);
if (flag === '--version') console.log('1.2.0');
else { ${start} }
`;
const STARTS = program(`
  const header = Buffer.alloc(100);
  header.writeUInt32BE(23, 60);
  mkdirSync(dataDir);
  writeFileSync(dataDir + '/flowdeck.db', header);
  console.log('Flowdeck is ready at http://127.0.0.1:1');
  setInterval(() => {}, 1000);
`);
const FAILS = program("console.error('No such library.'); process.exitCode = 2;");

function installing(code: string) {
  const folders: string[] = [];
  const install = (folder: string) => {
    folders.push(folder);
    const bin = path.join(folder, 'node_modules/flowdeck/bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(path.join(bin, 'flowdeck.mjs'), code);
  };
  return { install, remaining: () => folders.filter((folder) => existsSync(folder)) };
}

describe('the trial of a package', () => {
  it('starts it, and finds the schema of its database', async () => {
    const { install, remaining } = installing(STARTS);
    expect(await tryPackage('1.2.0', install)).toBe(23);
    expect(remaining()).toEqual([]);
  });

  it.each([
    ['1.3.0', STARTS, 'The package is version 1.2.0 instead of 1.3.0.'],
    ['1.2.0', FAILS, 'The package does not start: No such library.'],
  ])('rejects %s with one sentence, and removes what it installed', async (version, code, problem) => {
    const { install, remaining } = installing(code);
    await expect(tryPackage(version, install)).rejects.toThrow(problem);
    expect(remaining()).toEqual([]);
  });
});

it('a release needs a sample of its database, made before its commit', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-samples-'));
  try {
    writeFileSync(sampleFile(22, folder), '');
    expect(() => checkSample(22, folder)).not.toThrow();
    expect(() => checkSample(23, folder)).toThrow('no sample of the database with schema 23');
    expect(() => checkSample(21)).not.toThrow();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
