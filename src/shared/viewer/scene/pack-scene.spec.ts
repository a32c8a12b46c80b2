import { InstancedMesh, Mesh, MeshBasicMaterial, BufferGeometry, BufferAttribute, Group } from 'three';
import { describe, expect, it } from 'vitest';
import { loadScene, checkSceneLimits } from './load-scene';
import { packScene, transferables } from './pack-scene';
import { detailText, sceneDetails } from './scene-details';
import { fbxText, gltf, meshoptGltf, movingGltf, usdText } from './testing/scene-files';
import { unpackScene } from './unpack-scene';

async function bothWays(file: string, name: string) {
  const loaded = await loadScene(await new Blob([file]).arrayBuffer(), '', name);
  const packed = packScene(loaded);
  return { loaded, unpacked: unpackScene(structuredClone(packed, { transfer: transferables(packed) })) };
}

describe('a packed scene', () => {
  it.each([
    ['glTF', gltf(), 'a.gltf'],
    ['a glTF packed by meshopt', meshoptGltf(), 'a.gltf'],
    ['FBX', fbxText(), 'a.fbx'],
    ['USD', usdText(), 'a.usda'],
    ['OBJ', 'v 0 0 0\nv 2 0 0\nv 0 3 0\nf 1 2 3\n', 'a.obj'],
  ])('of %s is identical after unpacking', async (_kind, file, name) => {
    const { unpacked } = await bothWays(file, name);
    expect(detailText(sceneDetails(unpacked.object))).toBe('1 triangle · 1 material · 2 × 3 × 0');
  });

  it('preserves clips and the names of their targets', async () => {
    const { loaded, unpacked } = await bothWays(movingGltf(), 'a.gltf');
    const tracks = ({ clips }: typeof loaded) =>
      clips.map(({ name, duration, tracks }) => [
        name,
        duration,
        tracks.map((track) => [track.name, [...track.values]]),
      ]);
    expect(tracks(unpacked)).toEqual(tracks(loaded));
    expect(tracks(unpacked)).toHaveLength(2);
  });

  it('preserves parts of a mesh, morph targets, both notes and the height', () => {
    const geometry = new BufferGeometry();
    const corners = () => new BufferAttribute(new Float32Array(9), 3);
    geometry.setAttribute('position', corners());
    geometry.morphAttributes.position = [corners()];
    geometry.addGroup(0, 3, 1);
    const mesh = new Mesh(geometry, [new MeshBasicMaterial(), new MeshBasicMaterial({ color: 0xff0000 })]);
    const packed = packScene({ object: mesh, clips: [], notes: ['A note.'], isZUp: true });
    const { object, notes, isZUp } = unpackScene(structuredClone(packed));
    expect({ notes, isZUp }).toEqual({ notes: ['A note.'], isZUp: true });
    expect(object).toMatchObject({ geometry: { groups: [{ materialIndex: 1 }] }, material: [{}, {}] });
    expect((object as typeof mesh).geometry.morphAttributes.position).toHaveLength(1);
  });
});

it('a scene with too many vertices or parts is rejected before it is rendered', () => {
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(9), 3));
  const many = new InstancedMesh(geometry, new MeshBasicMaterial(), 1);
  many.count = 30_000_000;
  expect(() => checkSceneLimits(many)).toThrow(/90,000,000 vertices/);
  const group = new Group();
  const leaf = new Group();
  group.children = Array.from({ length: 100_001 }, () => leaf);
  expect(() => checkSceneLimits(group)).toThrow(/100,002 parts/);
  checkSceneLimits(new Mesh(geometry));
});
