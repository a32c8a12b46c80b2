import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { SurfaceColorMark } from '@/shared/surface-color';

/** The server of a job, where jobs of several are listed. */
export function ServerName({ surface, className }: { surface: Surface; className?: string }) {
  return (
    <span className={classNames('flex min-w-0 items-center gap-2 text-muted', className)} title={surface.name}>
      <SurfaceColorMark color={surface.color} className="h-3.5" />
      <span className="truncate">{surface.name}</span>
    </span>
  );
}
