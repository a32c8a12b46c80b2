import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, '../domains/workflow-files/testing/fixtures');

/** Names of the files that real writers made; the README beside them says how. */
export const FIXTURES: readonly string[] = readdirSync(FOLDER).filter((name) => !name.endsWith('.md'));

export function fixtureBytes(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(path.join(FOLDER, name)));
}

export function fixture(name: string): File {
  return new File([fixtureBytes(name)], name);
}
