import { Server } from 'lucide-react';
import { allSurfaces, type Surface } from '@/api/surface';
import { PaletteGroup, PaletteItem } from './palette-item';

interface ServerItemsProps {
  current: Surface;
  onServer: (surface: Surface) => void;
}

/** The other servers; with one server there is nothing to switch to. */
export function ServerItems({ current, onServer }: ServerItemsProps) {
  const others = allSurfaces().filter(({ id }) => id !== current.id);
  if (others.length === 0) return null;
  return (
    <PaletteGroup heading="Servers">
      {others.map((surface) => (
        <PaletteItem
          key={surface.id}
          value={`server:${surface.id}`}
          title={`Switch to ${surface.name}`}
          words={['server', 'surface']}
          icon={<Server aria-hidden />}
          onSelect={() => onServer(surface)}
        />
      ))}
    </PaletteGroup>
  );
}
