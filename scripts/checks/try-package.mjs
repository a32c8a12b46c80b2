// Tries a package as users do, before it is released.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawnGateway } from '../processes/gateway-process.mjs';
import { readDatabase } from '../samples/released-databases.mjs';

/**
 * Installs the package into an empty folder, and starts it.
 * @param {string} version that it must be @param {(folder: string) => void} install
 * @returns {Promise<number>} the schema of its database @throws if it is another version, or does not start
 */
export async function tryPackage(version, install) {
  const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-release-'));
  try {
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
    install(folder);
    const script = path.join(folder, 'node_modules', 'flowdeck', 'bin', 'flowdeck.mjs');
    const printed = execFileSync(process.execPath, [script, '--version'], { encoding: 'utf8' }).trim();
    if (printed !== version) throw new Error(`The package is version ${printed} instead of ${version}.`);
    const dataDir = path.join(folder, 'data');
    const flags = ['--port', '0', '--engine', 'embedded', '--data-dir', dataDir];
    const gateway = await spawnGateway(flags, { script, cwd: folder });
    const { stderr } = await gateway.end('SIGTERM');
    if (gateway.address === null) throw new Error(`The package does not start: ${stderr.trim()}`);
    return readDatabase(dataDir).schema;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
