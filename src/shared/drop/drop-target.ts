import { acceptsDrop, type DropItem, type DropSlot, type DropArea } from './plan-drop';
import { hasDraggedUrls } from './dragged-urls';
import { storedItems } from './stored-file';

/** The inputs of the current page. */
export interface DropTarget {
  slots: readonly DropSlot[];
  /** The slot that receives a drop outside the fields. */
  preferred: DropSlot | null;
  attach: (key: string, file: File) => void;
  /** Runs once per file. Absent: the page runs once. */
  attachList?: (key: string, files: readonly File[]) => void;
}

/** A page that stores files instead of attaching them to inputs. */
export interface DropLibrary {
  surfaceId: string;
  upload: (files: readonly File[]) => void;
}

interface DropTakers {
  target: DropTarget | null;
  library: DropLibrary | null;
}

/** What the current page accepts; read by the drop handler of the window, which does not depend on pages. */
let takers: DropTakers = { target: null, library: null };
const libraryWaiters = new Set<(library: DropLibrary) => void>();

export function dropTakers(): Readonly<DropTakers> {
  return takers;
}

export function setDropTarget(target: DropTarget | null): void {
  takers = { ...takers, target };
}

export function setDropLibrary(library: DropLibrary | null): void {
  takers = { ...takers, library };
  if (!library) return;
  for (const take of libraryWaiters) take(library);
  libraryWaiters.clear();
}

/** Uses the library of the current page, or of the next page that has one. */
export function whenLibrary(take: (library: DropLibrary) => void): void {
  if (takers.library) take(takers.library);
  else libraryWaiters.add(take);
}

interface RegisteredSlot extends DropSlot {
  isFilled: boolean;
  attach: (file: File) => void;
}

const registered = new Map<string, RegisteredSlot>();

/** Registers a drop slot. A form whose fields mount and unmount registers each one separately. Returns the unregister function. */
export function registerDropSlot(slot: RegisteredSlot): () => void {
  registered.set(slot.key, slot);
  publish();
  return () => {
    if (registered.get(slot.key) === slot) registered.delete(slot.key);
    publish();
  };
}

function publish(): void {
  const slots = [...registered.values()];
  const preferred = slots.find(({ isFilled }) => !isFilled) ?? slots[0] ?? null;
  const attach = (key: string, file: File) => registered.get(key)?.attach(file);
  setDropTarget(preferred ? { slots, preferred, attach } : null);
}

const SPOTS = '[data-drop-spot]';
/** An element on the page that accepts files. */
export interface DropSpot extends DropArea {
  /** Takes files that are known after the event only; the element handles other drops itself. */
  take: (files: readonly File[]) => void;
}

const spots = new WeakMap<Element, DropSpot>();

export function registerDropArea(element: Element, spot: DropSpot): void {
  spots.set(element, spot);
}

/** Returns the innermost enclosing spot that accepts the items; the innermost of all if none does. */
export function dropAreaAt(target: EventTarget | null, items: readonly DropItem[]): DropSpot | null {
  let innermost: DropSpot | null = null;
  let element = target instanceof Element ? target.closest(SPOTS) : null;
  for (; element; element = element.parentElement?.closest(SPOTS) ?? null) {
    const spot = spots.get(element);
    if (spot && acceptsDrop(spot, items)) return spot;
    innermost ??= spot ?? null;
  }
  return innermost;
}

/** Returns the files of a drag, which exposes only their types. Of URLs not even their number is known. */
export function draggedItems(data: DataTransfer): DropItem[] {
  const files = [...data.items].filter(({ kind }) => kind === 'file');
  if (files.length > 0) return files;
  const stored = storedItems(data);
  return stored.length === 0 && hasDraggedUrls(data) ? [{ type: '', isUrl: true }] : stored;
}
