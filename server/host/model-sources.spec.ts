import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryDeps } from '../testing/memory-deps';
import { readFlags } from './flags';
import type { GatewayOptions } from './gateway-options';
import { openModels } from './model-sources';

const OWN = { providers: [{ name: 'own', baseUrl: 'http://127.0.0.1:9', models: [{ name: 'm', path: '/' }] }] };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowdeck-models-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function idsWith(...args: string[]): Promise<string[]> {
  const asked = readFlags(['--data-dir', folder, ...args], {});
  const options = 'options' in asked ? asked.options : ({} as GatewayOptions);
  const { models, close } = openModels(
    options,
    { modelScript: 'no-script', judgeScript: 'no-script' },
    await createMemoryDeps(),
  );
  await close();
  return models.flatMap((source) => source.models().map(({ provider, model }) => `${provider}/${model}`));
}

describe('the models of the gateway', () => {
  it('are the built-in ones where nothing is configured', async () => {
    expect((await idsWith()).sort()).toEqual(
      ['chime', 'digest', 'erosion', 'flow-field', 'halftone', 'palette'].map((model) => `flowdeck/${model}`),
    );
  });

  it('are those of the configuration in the data folder, too', async () => {
    writeFileSync(join(folder, 'flowdeck.config.json'), JSON.stringify(OWN));
    expect(await idsWith()).toContain('own/m');
  });

  it('are those of another configuration where one is named', async () => {
    const file = join(folder, 'other.json');
    writeFileSync(file, JSON.stringify(OWN).replace('"m"', '"n"'));
    expect(await idsWith('--config', file)).toContain('own/n');
    await expect(idsWith('--config', join(folder, 'none.json'))).rejects.toThrow('none.json is not there');
  });
});
