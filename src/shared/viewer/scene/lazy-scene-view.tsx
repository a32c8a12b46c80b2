import { lazy, Suspense } from 'react';
import { Skeleton } from '@/ui/skeleton';
import type { SceneViewProps } from './scene-view';

const SceneView = lazy(async () => ({ default: (await import('./scene-view')).SceneView }));

/** The one door to the 3D viewer: three is loaded when a 3D file is first looked at. */
export function LazySceneView(props: SceneViewProps) {
  return (
    <Suspense fallback={<Skeleton className="min-h-40 flex-1" />}>
      <SceneView {...props} />
    </Suspense>
  );
}
