import { expect, it } from 'vitest';
import { readCoreClasses } from './core-classes';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import classesText from './core-classes.json?raw';
import { convert, uiFile, type LinkSketch, type NodeSketch } from './testing/ui-fixtures';

const core = readCoreClasses(JSON.parse(classesText));

it('has the classes of a text-to-image workflow, so that one converts without a server', () => {
  const nodes: NodeSketch[] = [
    { id: 4, type: 'CheckpointLoaderSimple', out: ['MODEL', 'CLIP', 'VAE'], values: ['a.safetensors'] },
    { id: 6, type: 'CLIPTextEncode', in: [['clip', 'CLIP', 3]], out: ['CONDITIONING'], values: ['a lake'] },
    { id: 5, type: 'EmptyLatentImage', out: ['LATENT'], values: [512, 768, 1] },
    {
      id: 3,
      type: 'KSampler',
      in: [
        ['model', 'MODEL', 1],
        ['positive', 'CONDITIONING', 4],
        ['negative', 'CONDITIONING', 4],
        ['latent_image', 'LATENT', 2],
      ],
      out: ['LATENT'],
      values: [9, 'randomize', 20, 8, 'euler', 'normal', 1],
    },
    {
      id: 8,
      type: 'VAEDecode',
      in: [
        ['samples', 'LATENT', 7],
        ['vae', 'VAE', 8],
      ],
      out: ['IMAGE'],
    },
    { id: 9, type: 'SaveImage', in: [['images', 'IMAGE', 9]], values: ['lake'] },
    { id: 10, type: 'LoadImage', mode: 2, out: ['IMAGE', 'MASK'], values: ['a.png', 'image'] },
  ];
  const links: LinkSketch[] = [
    [1, 4, 0, 3, 0, 'MODEL'],
    [2, 5, 0, 3, 3, 'LATENT'],
    [3, 4, 1, 6, 0, 'CLIP'],
    [4, 6, 0, 3, 1, 'CONDITIONING'],
    [7, 3, 0, 8, 0, 'LATENT'],
    [8, 4, 2, 8, 1, 'VAE'],
    [9, 8, 0, 9, 0, 'IMAGE'],
  ];
  expect(core?.version).toMatch(/^\d+\.\d+\.\d+$/);
  const result = convert(uiFile(nodes, links), core?.definitions);
  expect(result).toMatchObject({ ok: true, notes: [] });
  expect(result.ok && JSON.parse(result.text)).toMatchObject({
    '3': {
      inputs: {
        seed: 9,
        steps: 20,
        cfg: 8,
        sampler_name: 'euler',
        scheduler: 'normal',
        denoise: 1,
        model: ['4', 0],
        positive: ['6', 0],
        negative: ['6', 0],
        latent_image: ['5', 0],
      },
    },
    '9': { inputs: { images: ['8', 0], filename_prefix: 'lake' } },
  });
});

it('has the inputs that a choice adds, and defaults for values that old files lack', () => {
  const resized = convert(
    uiFile(
      [
        { id: 1, type: 'EmptyImage', out: ['IMAGE'], values: [64, 64, 1, 0] },
        {
          id: 2,
          type: 'ResizeImageMaskNode',
          in: [['input', 'IMAGE', 1]],
          out: ['IMAGE'],
          values: ['scale by multiplier', 2, 'area'],
        },
        { id: 3, type: 'CLIPVisionLoader', out: ['CLIP_VISION'], values: ['a.safetensors'] },
        {
          id: 4,
          type: 'CLIPVisionEncode',
          in: [
            ['clip_vision', 'CLIP_VISION', 2],
            ['image', 'IMAGE', 3],
          ],
          out: ['CLIP_VISION_OUTPUT'],
          values: [],
        },
      ],
      [
        [1, 1, 0, 2, 0, 'IMAGE'],
        [2, 3, 0, 4, 0, 'CLIP_VISION'],
        [3, 1, 0, 4, 1, 'IMAGE'],
      ],
    ),
    core?.definitions,
  );
  expect(resized.ok && JSON.parse(resized.text)).toMatchObject({
    '2': { inputs: { resize_type: 'scale by multiplier', 'resize_type.multiplier': 2, scale_method: 'area' } },
    '4': { inputs: { crop: 'center' } },
  });
});

it('has partner nodes, and no file names', () => {
  expect(core?.definitions['ByteDance2FirstLastFrameNode']?.api_node).toBe(true);
  expect(core?.definitions['CheckpointLoaderSimple']?.input.required).toEqual({
    ckpt_name: [[], {}],
  });
});

it('refuses a table of another shape', () => {
  expect(readCoreClasses({ version: 3 })).toBeNull();
  expect(readCoreClasses(null)).toBeNull();
});
