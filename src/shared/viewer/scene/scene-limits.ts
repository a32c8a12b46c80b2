import { InstancedMesh, Mesh, Points, type BufferGeometry, type Object3D } from 'three';
import { formatInteger } from '@/lib/format';
import { UnreadableScene } from './loaded-scene';

/** Larger scenes would block the page during the upload to the GPU, or exhaust its memory. */
const MAX_OBJECTS = 100_000;
const MAX_VERTICES = 60_000_000;

/** Checks the size of a loaded scene before the page renders it. @throws UnreadableScene if it is too large */
export function checkSceneLimits(object: Object3D): void {
  let objects = 0;
  let vertices = 0;
  object.traverse((part) => {
    objects += 1;
    if (part instanceof Mesh || part instanceof Points) {
      // three types the geometry by a parameter that `instanceof` leaves open.
      vertices += vertexCount(part.geometry as BufferGeometry) * (part instanceof InstancedMesh ? part.count : 1);
    }
  });
  if (objects > MAX_OBJECTS || vertices > MAX_VERTICES) {
    throw new UnreadableScene(
      `It has ${formatInteger(objects)} parts with ${formatInteger(vertices)} vertices. Flowdeck renders up to ${formatInteger(MAX_OBJECTS)} parts and ${formatInteger(MAX_VERTICES)} vertices.`,
    );
  }
}

function vertexCount({ index, attributes }: BufferGeometry): number {
  return index?.count ?? attributes['position']?.count ?? 0;
}
