import { FileLoader, Mesh, TextureLoader } from 'three';
import { describe, expect, it, vi } from 'vitest';
import { embeddedResourcesOnly } from './formats/embedded-resources';
import { loadScene } from './load-scene';
import { detailText, sceneDetails } from './scene-details';
import { fbxText, meshoptGltf, movingGltf, usdText, usdz } from './testing/scene-files';

const fileOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
const square = 'v 0 0 0\nv 2 0 0\nv 2 3 0\nv 0 3 0\nf 1 2 3 4\n';

describe('reading a 3D file', () => {
  it('counts the parts of an OBJ, and reports that its materials are missing', async () => {
    const { object, notes } = await loadScene(fileOf(`mtllib skin.mtl\n${square}`), '', 'mesh.obj');
    expect(detailText(sceneDetails(object))).toBe('2 triangles · 1 material · 2 × 3 × 0');
    expect(notes).toEqual([expect.stringContaining('skin.mtl')]);
  });

  it('computes the normals of an STL, which are often zero, and rotates it upright', async () => {
    const corners = ['0 0 0', '1 0 0', '0 1 0'].map((corner) => `vertex ${corner}`).join('\n');
    const text = `solid a\nfacet normal 0 0 0\nouter loop\n${corners}\nendloop\nendfacet\nendsolid a`;
    const { object, isZUp } = await loadScene(fileOf(text), 'model/stl', 'a');
    const [mesh] = object.children;
    expect(mesh instanceof Mesh && mesh.geometry.getAttribute('normal').getZ(0)).toBe(1);
    expect(isZUp).toBe(true);
  });

  it('shows a PLY without faces as a point cloud', async () => {
    const head =
      'ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nend_header\n';
    const { object } = await loadScene(fileOf(`${head}0 0 0\n1 2 3\n`), '', 'cloud');
    expect(detailText(sceneDetails(object))).toBe('2 points · 1 material · 1 × 2 × 3');
  });

  it.each([
    ['a glTF packed by meshopt', meshoptGltf(), 'a.gltf'],
    ['an FBX', fbxText(), 'a'],
    ['a USD stage', usdText(), 'a'],
    ['a zipped USD stage', usdz(), 'a.usdz'],
  ])('shows the triangle of %s', async (_kind, file, name) => {
    const { object, notes, clips } = await loadScene(await new Blob([file]).arrayBuffer(), '', name);
    expect(detailText(sceneDetails(object))).toBe('1 triangle · 1 material · 2 × 3 × 0');
    expect({ notes, clips }).toEqual({ notes: [], clips: [] });
  });

  it('reports a USD stage that contains no geometry itself', async () => {
    await expect(loadScene(fileOf('#usda 1.0\ndef Xform "a" {\n}\n'), '', 'a')).rejects.toThrow(/no geometry itself/);
  });

  it('returns the animations of a glTF, without static poses', async () => {
    const { clips } = await loadScene(fileOf(movingGltf()), '', 'a.gltf');
    expect(clips.map(({ name, duration }) => [name, duration])).toEqual([['Slide', 1], ['Turn', 1]]); // oxfmt-ignore
    const still = movingGltf().replace('"max":[1]', '"max":[0]').replaceAll('"count":2', '"count":1');
    expect((await loadScene(fileOf(still), '', 'a.gltf')).clips).toEqual([]);
  });

  it('fails with a clear message if a glTF cannot be shown', async () => {
    const gltf = (more: object) => fileOf(JSON.stringify({ asset: { version: '2.0' }, ...more }));
    const load = (more: object) => loadScene(gltf(more), 'model/gltf+json', 'a.gltf');
    await expect(load({ buffers: [{ uri: 'a.bin' }] })).rejects.toThrow(/lie in other files \(a\.bin\)/);
    await expect(load({ extensionsRequired: ['KHR_texture_basisu'] })).rejects.toThrow(/KHR_texture_basisu/);
    await expect(load({ materials: [] })).rejects.toThrow(/no scene/);
    await expect(loadScene(fileOf('what'), '', 'a')).rejects.toThrow(/format of the file is unknown/);
    const { notes } = await load({
      images: [{ uri: 'https://example.com/a.png' }],
      scenes: [{}],
    });
    expect(notes).toEqual([expect.stringContaining('https://example.com/a.png')]);
  });
});

describe('the glTF loaders', () => {
  const parser = { fileLoader: new FileLoader(), textureLoader: new TextureLoader() };
  embeddedResourcesOnly(parser);
  const load = (url: string) =>
    new Promise<string | ArrayBuffer>((resolve, reject) => {
      parser.fileLoader.load(url, resolve, undefined, reject);
    });

  it('decode resources within the file', async () => {
    expect(await load('data:application/octet-stream;base64,AQL/')).toEqual(new Uint8Array([1, 2, 255]).buffer);
    expect(await load('data:,a%20b')).toEqual(new TextEncoder().encode('a b').buffer);
  });

  it('request nothing else', async () => {
    const requested = vi.spyOn(globalThis, 'fetch');
    await expect(load('https://example.com/a.bin')).rejects.toThrow(/another file/);
    expect(requested).not.toHaveBeenCalled();
    requested.mockRestore();
    const shown = (url: string) => parser.textureLoader.manager.resolveURL(url);
    expect(shown('https://example.com/a.png')).toBe('data:,');
    expect(shown('/api/v2/assets/1/content')).toBe('data:,');
    expect(shown('blob:http://127.0.0.1/1')).toBe('blob:http://127.0.0.1/1');
  });
});
