import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { assetSlots } from '@contract/workflow/asset-slots';
import { validateGraph } from '@contract/workflow/validate';
import { EMBEDDED_DEFINITIONS } from './definitions';
import { graphOf } from './testing/engine-run';

const folder = new URL('../../../public/samples/', import.meta.url);
const pathOf = (file: string) => fileURLToPath(new URL(file, folder));

/** List of the samples in that folder that the console offers. */
const index = fileURLToPath(new URL('../../../src/features/submit/samples.json', import.meta.url));
const Samples = z.array(z.object({ id: z.string(), workflow: z.string(), thumbnail: z.string() }));
const samples = Samples.parse(JSON.parse(readFileSync(index, 'utf8')));

describe('the samples', () => {
  it('are at least three, and small to download', () => {
    expect(samples.length).toBeGreaterThanOrEqual(3);
    for (const { thumbnail } of samples) expect(statSync(pathOf(thumbnail)).size).toBeLessThan(80_000);
  });

  it.each(samples)('$id runs unchanged, apart from its photo', ({ workflow }) => {
    const graph = graphOf(readFileSync(pathOf(workflow), 'utf8'));
    expect(validateGraph(graph, EMBEDDED_DEFINITIONS)).toEqual({});
    expect([...graph.values()].map(({ title }) => title)).not.toContain(null);
    // The console offers the image of this name if the user has none.
    const named = assetSlots(graph, EMBEDDED_DEFINITIONS).map(({ value }) => pathOf(String(value)));
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('include one that any ComfyUI runs', () => {
    const texts = samples.map(({ workflow }) => readFileSync(pathOf(workflow), 'utf8'));
    expect(texts.some((text) => !text.includes('Flowdeck'))).toBe(true);
  });
});
