import type { ReactNode } from 'react';
import { useElementSize } from '@/lib/hooks/use-element-size';
import { VirtualRows, type VirtualRowsProps } from './virtual-rows';
import { wallShape } from './wall-shape';

export interface WallRowsProps extends Omit<VirtualRowsProps, 'rowHeight' | 'wall' | 'renderRow'> {
  renderTile: (index: number) => ReactNode;
}

/** The rows of the list as tiles of a wall, as many beside each other as fit. */
export function WallRows({ renderTile, ...rest }: WallRowsProps) {
  const { ref, size } = useElementSize();
  const shape = size && wallShape(size.width);
  return (
    <div className="px-3 pt-3 md:px-5 md:pt-4">
      <div ref={ref}>
        {shape ? <VirtualRows {...rest} renderRow={renderTile} rowHeight={shape.rowHeight} wall={shape} /> : null}
      </div>
    </div>
  );
}
