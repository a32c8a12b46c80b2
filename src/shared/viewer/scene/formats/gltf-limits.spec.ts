import { describe, expect, it } from 'vitest';
import { checkGltfLimits } from './gltf-limits';

const vertices = (count: unknown) => ({ accessors: [{ componentType: 5126, count, type: 'VEC3' }] });
const chain = (length: number) => ({
  nodes: Array.from({ length }, (_, at) => (at + 1 < length ? { children: [at + 1] } : {})),
});

describe('the limits of a glTF', () => {
  it('reject 3.6 GB of vertices that 260 bytes declare', () => {
    expect(() => checkGltfLimits(vertices(300_000_000))).toThrow(/^It states 3\.35 GiB of shapes/);
  });

  it.each([-1, 1.5, '3', null, 1e300])('reject the count %j', (count) => {
    expect(() => checkGltfLimits(vertices(count))).toThrow(/not a number/);
  });

  it('reject the decompressed size of a compressed view', () => {
    const extensions = { EXT_meshopt_compression: { count: 100_000_000, byteStride: 16 } };
    expect(() => checkGltfLimits({ bufferViews: [{ extensions }] })).toThrow(/1\.49 GiB/);
  });

  it('reject too many parts, deep trees and cycles', () => {
    expect(() => checkGltfLimits({ nodes: Array.from({ length: 100_001 }, () => ({})) })).toThrow(/100,001 nodes/);
    expect(() => checkGltfLimits(chain(502))).toThrow(/nested more than 500/);
    expect(() => checkGltfLimits({ nodes: [{ children: [1] }, { children: [0] }] })).toThrow(/nested more than 500/);
  });

  it('accept files of realistic sizes', () => {
    for (const root of [vertices(10_000_000), chain(500), {}]) expect(() => checkGltfLimits(root)).not.toThrow();
  });
});
