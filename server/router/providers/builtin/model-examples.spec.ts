import { readFileSync, readdirSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { BUILTIN_MODELS } from './builtin-models';
import { runComputation } from './compute/run-computation';
import { digest } from './models/digest';

const folder = new URL('../../../../public/samples/models/', import.meta.url);
const list = new URL('../../../../src/features/models/catalog/model-examples.json', import.meta.url);
const examples = JSON.parse(readFileSync(list, 'utf8')) as Record<string, { image?: string; text?: string }>;
/** Each image in list-row size and in card size. */
const images = Object.values(examples).flatMap(({ image }) =>
  image === undefined ? [] : [`${image}.webp`, `${image}-large.webp`],
);

const MAX_BYTES = 200_000;

describe('the examples of the catalog', () => {
  it('cover each built-in model, and are small in total', () => {
    expect(Object.keys(examples).toSorted()).toEqual(BUILTIN_MODELS.map(({ model }) => model).toSorted());
    expect(images.toSorted()).toEqual(readdirSync(folder).toSorted());
    const bytes = images.reduce((sum, image) => sum + readFileSync(new URL(image, folder)).length, 0);
    expect(bytes).toBeLessThan(MAX_BYTES);
  });

  it.each(images)('%s is not blank', async (image) => {
    const { channels } = await sharp(readFileSync(new URL(image, folder))).stats();
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(1);
  });

  it('contain the text that the digest outputs for the example of its document', async () => {
    const input = z.parse(digest.input, digest.example);
    const computed = await runComputation({ model: 'digest', input, pictures: [] });
    expect(computed).toMatchObject({ kind: 'computed', computed: { facts: { text: examples['digest']?.text } } });
  });
});
