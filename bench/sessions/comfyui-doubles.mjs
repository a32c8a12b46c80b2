// Doubles of ComfyUI in this process, as the tests have them: real HTTP and WebSocket, recorded messages of a real server.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';
import { root } from '../../scripts/build/build-parts.mjs';

const FOLDER = path.join(root, 'server', 'engines', 'comfyui');

/** @typedef {import('../../server/engines/comfyui/testing/comfyui-double.ts').ComfyuiDouble} ComfyuiDouble */

/**
 * @template T
 * @param {{ count: number, runMs: number }} how
 * @param {(doubles: ComfyuiDouble[], graph: object) => Promise<T>} work `graph`: the only workflow that they run, with three outputs
 * @returns {Promise<T>}
 */
export async function withComfyuis({ count, runMs }, work) {
  /** @type {{ module: { ComfyuiDouble: new () => ComfyuiDouble } }} */
  const { module } = await runnerImport(path.join(FOLDER, 'testing', 'comfyui-double.ts'), { configFile: false });
  const recording = JSON.parse(readFileSync(path.join(FOLDER, 'recordings', 'one-save.json'), 'utf8'));
  const doubles = Array.from({ length: count }, () => new module.ComfyuiDouble());
  try {
    for (const double of doubles) {
      double.plays(recording);
      double.runMs = runMs;
      await double.start();
    }
    return await work(doubles, recording.graph);
  } finally {
    await Promise.all(doubles.map((double) => double.stop()));
  }
}
