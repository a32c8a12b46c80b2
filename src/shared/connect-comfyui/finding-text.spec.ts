import { describe, expect, it } from 'vitest';
import { ENGINE_FINDINGS, ENGINE_OBSTACLES, type EngineProbe } from '@contract/console/engine-probe';
import { findingText, obstacleText } from './finding-text';

const probe = (finding: string, more: Partial<EngineProbe> = {}): EngineProbe => ({
  finding,
  url: 'http://box:8188',
  version: null,
  nodeClasses: null,
  device: null,
  redirectsTo: null,
  isConnected: false,
  problem: null,
  ...more,
});

describe('the text of a finding', () => {
  it('is that of ComfyUI with what is known of it', () => {
    const known = { version: '0.33.0', nodeClasses: 812, device: 'cuda:0 NVIDIA GeForce RTX 4090 : cudaMallocAsync' };
    expect(findingText(probe('comfyui', known))).toEqual({
      title: 'This is ComfyUI 0.33.0 with 812 node classes.',
      advice: 'NVIDIA GeForce RTX 4090',
    });
    expect(findingText(probe('comfyui')).title).toBe('This is ComfyUI.');
  });

  it('says that the node classes of a ComfyUI cannot be read, what that means, and what to do', () => {
    const { title, advice } = findingText(probe('comfyui', { version: '0.33.0', hasUnreadableClasses: true }));
    expect(title).toBe('This is ComfyUI 0.33.0, but its node classes cannot be read.');
    expect(advice).toMatch(/^Without them, forms have no choices .+ disable that custom node/);
  });

  it('is a sentence of its own for each, with the place and with advice', () => {
    const others = ENGINE_FINDINGS.filter((finding) => finding !== 'comfyui' && finding !== 'invalid');
    const texts = others.map((finding) => findingText(probe(finding)));
    expect(new Set(texts.map(({ title }) => title)).size).toBe(others.length);
    expect(new Set(texts.map(({ advice }) => advice)).size).toBe(others.length);
    for (const { title, advice } of texts) expect(`${title} ${advice}`).toMatch(/^\S.+\. \S.+\.$/);
    const { title, advice } = findingText(probe('refused'));
    expect(title).toBe('Nothing listens at box:8188.');
    // ComfyUI opens its port only after it has loaded its custom nodes.
    expect(advice).toMatch(/^Start ComfyUI, or wait until it has started\./);
    expect(findingText(probe('redirect', { redirectsTo: 'https://a.example' })).title).toBe(
      'box:8188 redirects to https://a.example.',
    );
  });

  it('is general for a finding of a newer gateway', () => {
    expect(findingText(probe('quantum'))).toEqual({
      title: 'ComfyUI was not found at box:8188.',
      advice: 'Check the address.',
    });
    expect(findingText(probe('quantum', { url: null })).title).toBe('ComfyUI was not found at this address.');
  });
});

it('each obstacle has a sentence of its own', () => {
  const texts = ENGINE_OBSTACLES.map((obstacle) => obstacleText({ obstacle, file: '/data/f.json', line: null }));
  expect(new Set(texts).size).toBe(ENGINE_OBSTACLES.length);
  expect(texts[2]).toContain('/data/f.json');
  expect(obstacleText({ obstacle: 'new', file: null, line: null })).toBe('This gateway cannot add engines.');
});
