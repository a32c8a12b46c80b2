import { describe, expect, it } from 'vitest';
import { fc } from '@contract/testing/properties';
import { parseGenerationSettings } from './generation-settings';

describe('parseGenerationSettings', () => {
  it('reads the text of Automatic1111 and Forge', () => {
    const text = `a red fox, (forest:1.2)
<lora:soft:0.8>
Negative prompt: blurry,
low quality
Steps: 20, Sampler: DPM++ 2M, Schedule type: Karras, CFG scale: 7.5, Seed: 18446744073709551615, Size: 512x768, Lora hashes: "soft: 1a, hard: 2b", Denoising strength: 0.55`;
    expect(parseGenerationSettings(text)).toEqual({
      prompt: 'a red fox, (forest:1.2)\n<lora:soft:0.8>',
      negative: 'blurry,\nlow quality',
      steps: '20',
      sampler: 'DPM++ 2M',
      scheduler: 'Karras',
      cfg: '7.5',
      seed: '18446744073709551615',
      width: '512',
      height: '768',
      denoise: '0.55',
    });
    expect(parseGenerationSettings('Steps: 4, Seed: 1')).toEqual({ steps: '4', seed: '1' });
  });

  it('reads the files and the denoise, which with Hires fix is that of its pass', () => {
    const read = (line: string) => parseGenerationSettings(`Steps: 4, ${line}`);
    expect(read('Model hash: 1a, Model: "a, b", VAE hash: 2b, VAE: x.safetensors, Denoising strength: 0.6')).toEqual({
      steps: '4',
      model: 'a, b',
      vae: 'x.safetensors',
      denoise: '0.6',
    });
    expect(read('Model: a, VAE: Automatic, Denoising strength: 0.4, Hires upscale: 2')).toEqual({
      steps: '4',
      model: 'a',
      secondDenoise: '0.4',
    });
  });

  it('reads the comment of NovelAI', () => {
    const text = `{"prompt":"a fox","steps":28,"height":1216,"width":832,"scale":5.0,"uncond_scale":0.0,"cfg_rescale":0.0,
      "seed":1234567890,"n_samples":1,"noise_schedule":"karras","sampler":"k_euler_ancestral","uc":"blurry"}`;
    expect(parseGenerationSettings(text)).toEqual({
      prompt: 'a fox',
      negative: 'blurry',
      steps: '28',
      cfg: '5.0',
      seed: '1234567890',
      sampler: 'k_euler_ancestral',
      scheduler: 'karras',
      width: '832',
      height: '1216',
    });
  });

  it('reads the JSON of InvokeAI and Fooocus', () => {
    const invoke = `{"generation_mode":"txt2img","positive_prompt":"a fox","negative_prompt":"","width":1024,"height":768,
      "seed":18446744073709551615,"cfg_scale":5.0,"steps":30,"scheduler":"euler_a","model":{"name":"x"}}`;
    expect(parseGenerationSettings(invoke)).toEqual({
      prompt: 'a fox',
      width: '1024',
      height: '768',
      seed: '18446744073709551615',
      cfg: '5.0',
      steps: '30',
      scheduler: 'euler_a',
    });
    const fooocus = `{"prompt":"a fox","negative_prompt":"blur","steps":30,"resolution":"(1152, 896)","guidance_scale":4.0,
      "sampler":"dpmpp_2m_sde_gpu","scheduler":"karras","seed":"123","styles":"['Fooocus V2']"}`;
    expect(parseGenerationSettings(fooocus)).toMatchObject({
      prompt: 'a fox',
      negative: 'blur',
      width: '1152',
      height: '896',
      cfg: '4.0',
      sampler: 'dpmpp_2m_sde_gpu',
      seed: '123',
    });
  });

  it('finds nothing in other texts, and never fails', () => {
    expect(parseGenerationSettings('')).toEqual({});
    expect(parseGenerationSettings('Steps: I took the stairs')).toEqual({});
    expect(parseGenerationSettings('{"prompt":')).toEqual({});
    const piece = fc.constantFrom(
      'Steps: 1',
      '\n',
      ',',
      '"',
      'Negative prompt: ',
      ': ',
      '{',
      '}',
      'Size: 1x',
      '\\',
      'a',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        for (const value of Object.values(parseGenerationSettings(pieces.join(''))))
          expect(typeof value).toBe('string');
      }),
    );
  });
});
