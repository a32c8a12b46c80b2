import { Box3, Mesh, Points, Vector3, type Material, type Object3D } from 'three';
import { t } from '@/lib/i18n/messages';

export interface SceneDetails {
  triangles: number;
  /** Number of points in point clouds. */
  points: number;
  materials: number;
  /** Size along x, y and z, in the units of the file. */
  size: readonly [x: number, y: number, z: number];
}

export function sceneDetails(object: Object3D): SceneDetails {
  let triangles = 0;
  let points = 0;
  const materials = new Set<Material>();
  object.traverse((part) => {
    if (!(part instanceof Mesh || part instanceof Points)) return;
    const corners = part.geometry.index?.count ?? part.geometry.getAttribute('position')?.count ?? 0;
    if (part instanceof Mesh) triangles += Math.floor(corners / 3);
    else points += corners;
    for (const material of materialsOf(part)) materials.add(material);
  });
  const size = new Box3().setFromObject(object).getSize(new Vector3());
  return { triangles, points, materials: materials.size, size: [size.x, size.y, size.z] };
}

export function materialsOf({ material }: Pick<Mesh, 'material'>): Material[] {
  return Array.isArray(material) ? material : [material];
}

/** `12,340 triangles · 2 materials · 1.2 × 0.8 × 3` */
export function detailText({ triangles, points, materials, size }: SceneDetails): string {
  return [
    triangles > 0 ? t('{count, plural, one {# triangle} other {# triangles}}', { count: triangles }) : null,
    points > 0 ? t('{count, plural, one {# point} other {# points}}', { count: points }) : null,
    t('{count, plural, one {# material} other {# materials}}', { count: materials }),
    size.map((side) => String(Number(side.toPrecision(3)))).join(' × '),
  ]
    .filter(Boolean)
    .join(' · ');
}
