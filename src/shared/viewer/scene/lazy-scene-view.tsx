import { lazyPart } from '@/ui/lazy-part';
import { Skeleton } from '@/ui/skeleton';

/** The 3D viewer, lazy-loaded with three when a 3D file is first opened. */
export const LazySceneView = lazyPart(async () => (await import('./scene-view')).SceneView, {
  fallback: <Skeleton className="min-h-40 flex-1" />,
});
