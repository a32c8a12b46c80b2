import { describe, expect, test } from 'vitest';
import { summarizeInputs } from './summarize-inputs';

const sampler = (seed: string) => `{
  "1": {"class_type": "CheckpointLoaderSimple", "inputs": {"ckpt_name": "sdxl/sd_xl_base_1.0.safetensors"}},
  "2": {"class_type": "CLIPTextEncode", "inputs": {"text": "A quiet lake\\n at first light", "clip": ["1", 1]}},
  "3": {"class_type": "CLIPTextEncode", "inputs": {"text": "watermark", "clip": ["1", 1]}},
  "4": {"class_type": "EmptyLatentImage", "inputs": {"width": 1216, "height": 832, "batch_size": 1}},
  "5": {"class_type": "KSampler", "inputs": {"model": ["1", 0], "positive": ["2", 0], "negative": ["3", 0],
    "latent_image": ["4", 0], "seed": ${seed}, "steps": 30, "cfg": 6.5, "sampler_name": "euler", "scheduler": "normal",
    "denoise": 1}},
  "6": {"class_type": "VAEDecode", "inputs": {"samples": ["5", 0], "vae": ["1", 2]}},
  "7": {"class_type": "SaveImage", "inputs": {"images": ["6", 0], "filename_prefix": "lake"}}
}`;

const textsOf = (values: readonly { text: string }[]) => values.map(({ text }) => text);

describe('the summary of inputs', () => {
  test('is the prompt in one line, and what usually differs between jobs', () => {
    const summary = summarizeInputs(sampler('9007199254740993'));
    expect(summary?.prompt).toBe('A quiet lake at first light');
    expect(summary && textsOf(summary.main)).toEqual([
      'seed 9007199254740993',
      '1216 × 832',
      'steps 30',
      'cfg 6.5',
      'sd_xl_base_1.0',
    ]);
  });

  test('of a workflow without a prompt has its values', () => {
    const text = `{"5": {"class_type": "FlowdeckReactionDiffusion", "inputs": {"seed": 7, "width": 1536, "height": 1024, "steps": 600}},
      "9": {"class_type": "SaveImage", "inputs": {"images": ["5", 0], "filename_prefix": "coral"}}}`;
    const summary = summarizeInputs(text);
    expect(summary?.prompt).toBe('');
    expect(summary && textsOf(summary.main)).toEqual(['seed 7', '1536 × 1024', 'steps 600']);
  });

  test('has the short values that are not among the first ones, but no name of a result', () => {
    expect(textsOf(summarizeInputs(sampler('7'))?.others ?? [])).toEqual([
      'text watermark',
      'batch_size 1',
      'sampler_name euler',
      'scheduler normal',
      'denoise 1',
    ]);
    expect(summarizeInputs(sampler('7').replace('watermark', 'x'.repeat(300)))?.others).toHaveLength(4);
  });

  test('has the name of a file that was uploaded, and no id', () => {
    const flip = (info: object) =>
      JSON.stringify({ '1': { class_type: 'Flip', inputs: { image: { __type: 'core/ASSET', info }, by: 'x-axis' } } });
    const id = '25f21e1d-467f-494d-bd38-78e8ea88f91b';
    expect(textsOf(summarizeInputs(flip({ id }))?.others ?? [])).toEqual(['by x-axis']);
    expect(textsOf(summarizeInputs(flip({ id, file_path: 'lake.png' }))?.others ?? [])).toEqual([
      'image lake.png',
      'by x-axis',
    ]);
  });

  test('has the same shape for the same nodes', () => {
    const shape = summarizeInputs(sampler('7'))?.shape;
    expect(summarizeInputs(sampler('8'))?.shape).toBe(shape);
    expect(summarizeInputs(sampler('7').replace('SaveImage', 'PreviewImage'))?.shape).not.toBe(shape);
  });

  test.each(['', '[]', `{"1": "${'x'.repeat(600_000)}"}`])(
    'is missing for what is not a workflow, or too large',
    (text) => {
      expect(summarizeInputs(text)).toBeNull();
    },
  );
});
