import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWorkflow } from '@contract/workflow/graph';
import { assetSlots } from '@contract/workflow/asset-slots';
import { replaceValue } from '@contract/json/lossless';
import { assetReference } from '@contract/workflow/asset-references';
import { validateGraph } from '@contract/workflow/validate';
import type { RunAsset } from '../../../engine';
import { assetOf, bytesOf, runGraph } from '../run-graph';
import { openLiveEngine, type LiveEngine } from './live-engine';

const folder = new URL('../../../../../public/samples/', import.meta.url);
const readSample = (name: string) => readFileSync(fileURLToPath(new URL(name, folder)));

interface Sample {
  id: string;
  workflow: string;
}
/** List of the samples in that folder that the console offers. */
const index = new URL('../../../../../src/features/submit/samples.json', import.meta.url);
const samples = JSON.parse(readFileSync(fileURLToPath(index), 'utf8')) as Sample[];
const shared = samples.filter(({ workflow }) => !readSample(workflow).includes('"Flowdeck'));

let live: LiveEngine;
beforeAll(async () => {
  live = await openLiveEngine();
});
afterAll(() => live.close());

describe('samples of classes that ComfyUI has', () => {
  it('exist', () => {
    expect(shared.length).toBeGreaterThan(0);
  });

  it.each(shared)('$id runs unchanged, except for the image that it requires', async ({ workflow }) => {
    const { text, assets } = withImages(readSample(workflow).toString());
    const result = readWorkflow(text);
    const definitions = await live.engine.definitions();
    expect(result.ok && validateGraph(result.graph, definitions)).toEqual({});
    const { outcome, outputs } = await runGraph(live.engine, text, { assets });
    expect(outcome).toEqual({ kind: 'succeeded' });
    expect(outputs.length).toBeGreaterThan(0);
    for (const output of outputs) {
      expect((await sharp(await bytesOf(output)).metadata()).width).toBeGreaterThan(100);
    }
  });
});

/** Replaces file names by references to uploaded images, like the console. */
function withImages(text: string): { text: string; assets: RunAsset[] } {
  const result = readWorkflow(text);
  if (!result.ok) throw new Error(result.problem.message);
  const assets: RunAsset[] = [];
  let changed = text;
  for (const { nodeId, input, value } of assetSlots(result.graph, null)) {
    const name = String(value);
    assets.push(assetOf(`asset-${nodeId}`, readSample(name), 'image/jpeg', name));
    changed = replaceValue(
      changed,
      [nodeId, 'inputs', input],
      JSON.stringify(assetReference({ id: `asset-${nodeId}` })),
    );
  }
  return { text: changed, assets };
}
