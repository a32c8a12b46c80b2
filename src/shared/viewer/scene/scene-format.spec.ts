import { describe, expect, it } from 'vitest';
import { gltfRequirements, isInline, someOf } from './formats/gltf-requirements';
import { sceneFormat } from './load-scene';

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('the format of a 3D file', () => {
  it('is detected by its first bytes, then by its type, then by its name', () => {
    expect(sceneFormat(bytesOf('glTF....'), 'application/octet-stream', 'a.bin')).toBe('glb');
    expect(sceneFormat(bytesOf('ply\nformat'), '', 'mesh.obj')).toBe('ply');
    expect(sceneFormat(bytesOf('{'), 'model/gltf+json; charset=utf-8', 'x')).toBe('gltf');
    expect(sceneFormat(bytesOf('solid x'), 'application/octet-stream', 'PART.STL')).toBe('stl');
    expect(sceneFormat(bytesOf('v 0 0 0'), '', 'mesh.obj')).toBe('obj');
    expect(sceneFormat(bytesOf('Kaydara FBX Binary  '), '', 'a')).toBe('fbx');
    expect(sceneFormat(bytesOf('; FBX 7.3.0 project file'), '', 'a')).toBe('fbx');
    expect(sceneFormat(bytesOf('#usda 1.0'), '', 'a')).toBe('usd');
    expect(sceneFormat(bytesOf('PK'), 'model/vnd.usdz+zip', 'a')).toBe('usd');
    expect(sceneFormat(bytesOf('PK'), 'application/octet-stream', 'scene.USDZ')).toBe('usd');
    expect(sceneFormat(bytesOf('PK'), 'model/3mf', 'part.3mf')).toBeNull();
    expect(sceneFormat(bytesOf('...'), '', 'toString')).toBeNull();
    expect(sceneFormat(new Uint8Array(), '', '')).toBeNull();
  });
});

describe('the dependencies of a glTF', () => {
  const gltf = {
    buffers: [{ uri: 'mesh.bin' }, { uri: 'data:application/octet-stream;base64,AA==' }, {}],
    images: [{ uri: 'https://example.com/skin.png' }, { bufferView: 0 }],
    extensionsUsed: ['EXT_meshopt_compression'],
    extensionsRequired: ['KHR_draco_mesh_compression', 'KHR_materials_unlit', 'KHR_texture_basisu'],
  };
  const needs = {
    buffers: ['mesh.bin'],
    images: ['https://example.com/skin.png'],
    unread: ['KHR_texture_basisu'],
    usesDraco: true,
    usesMeshopt: true,
  };

  it('include external files and compressions, in text and in binary form', () => {
    const json = bytesOf(JSON.stringify(gltf));
    expect(gltfRequirements(json)).toEqual(needs);
    const glb = new Uint8Array(20 + json.byteLength + 8);
    const view = new DataView(glb.buffer);
    [0x46546c67, 2, glb.byteLength, json.byteLength, 0x4e4f534a].forEach((word, at) =>
      view.setUint32(at * 4, word, true),
    );
    glb.set(json, 20);
    expect(gltfRequirements(glb)).toEqual(needs);
  });

  it('are empty for a self-contained file, and an error for other files', () => {
    expect(gltfRequirements(bytesOf('{"asset":{"version":"2.0"},"images":"odd","buffers":[null]}'))).toEqual({
      buffers: [],
      images: [],
      unread: [],
      usesDraco: false,
      usesMeshopt: false,
    });
    expect(() => gltfRequirements(bytesOf('solid'))).toThrow(/JSON/);
    expect(() => gltfRequirements(bytesOf('glTF\x02\0\0\0\x14\0\0\0\x01\0\0\0BIN\0'))).toThrow(
      /does not begin with its JSON/,
    );
  });

  it('have a short description', () => {
    expect(isInline('DATA:image/png;base64,')).toBe(true);
    expect(isInline('textures/data:.png')).toBe(false);
    expect(someOf(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more');
  });
});
