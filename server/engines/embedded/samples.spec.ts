import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { validateGraph } from '@contract/workflow/validate';
import { EMBEDDED_DEFINITIONS } from './definitions';
import { graphOf } from './testing/engine-run';

const folder = new URL('../../../public/samples/', import.meta.url);
const pathOf = (file: string) => fileURLToPath(new URL(file, folder));

const Sample = z.object({
  id: z.string(),
  file: z.string(),
  title: z.string(),
  description: z.string(),
  about: z.string(),
  thumbnail: z.string(),
  picture: z.optional(z.object({ file: z.string(), node: z.string(), input: z.string() })),
});
const samples = z.array(Sample).parse(JSON.parse(readFileSync(pathOf('index.json'), 'utf8')));

describe('the samples', () => {
  it('are three at least, and small to download', () => {
    expect(samples.length).toBeGreaterThanOrEqual(3);
    for (const { thumbnail, picture } of samples) {
      expect(statSync(pathOf(thumbnail)).size).toBeLessThan(80_000);
      expect(existsSync(pathOf(picture?.file ?? thumbnail))).toBe(true);
    }
  });

  it.each(samples)('$id runs as it is, but for the photo that it waits for', ({ file, picture }) => {
    const graph = graphOf(readFileSync(pathOf(file), 'utf8'));
    const missing = picture
      ? { [picture.node]: [{ field: picture.input, reason: 'missing_file', message: 'A file is missing' }] }
      : {};
    expect(validateGraph(graph, EMBEDDED_DEFINITIONS)).toEqual(missing);
    expect([...graph.values()].map(({ title }) => title)).not.toContain(null);
  });

  it('have one that any ComfyUI runs', () => {
    const texts = samples.map(({ file }) => readFileSync(pathOf(file), 'utf8'));
    expect(texts.some((text) => !text.includes('Flowdeck'))).toBe(true);
  });
});
