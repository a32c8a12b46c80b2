import type { Surface } from '@/api/surface';

/** A file of a server that an element shows. */
interface DragSource {
  surface: Surface;
  file: { id: string; name: string; content_type: string; url: string };
}

export const dragSources = new WeakMap<Element, DragSource>();

/** Returns the props of an element whose drag carries the file; the listener for all of them is `startStoredDrag`. */
export function dragSource(surface: Surface, file: DragSource['file']) {
  return {
    draggable: true,
    ref: (element: Element | null) => {
      if (!element) return undefined;
      dragSources.set(element, { surface, file });
      return () => void dragSources.delete(element);
    },
  };
}
