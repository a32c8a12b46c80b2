import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { SurfaceColorMark } from '@/shared/servers/surface-color';

/** Server of a job, in lists of several servers. */
export function ServerName({ surface, className }: { surface: Surface; className?: string }) {
  return (
    <span className={classNames('flex min-w-0 items-center gap-2 text-muted', className)} title={surface.name}>
      <SurfaceColorMark color={surface.color} className="h-3.5" />
      <span className="truncate">{surface.name}</span>
    </span>
  );
}
