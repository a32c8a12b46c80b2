import { create } from 'zustand';
import type { MediaKind } from '@contract/workflow/node-definitions';

/** What the page in view can do with files: read by the drop handler of the window, which knows no pages. */
export interface DropTarget {
  slots: readonly DropSlot[];
  /** The slot that a drop beside the fields goes to. */
  preferred: DropSlot | null;
  attach: (key: string, file: File) => void;
  /** One run for each of the files. Absent: the page runs once. */
  attachList?: (key: string, files: readonly File[]) => void;
}

export interface DropSlot {
  key: string;
  /** `file`: of any kind. */
  media: MediaKind | 'file';
  /** Such as "Load image 10". */
  label: string;
}

/** A page that stores files instead of putting them on inputs. */
export interface DropLibrary {
  take: (files: readonly File[]) => void;
}

interface DropState {
  target: DropTarget | null;
  library: DropLibrary | null;
}

export const useDropTarget = create<DropState>(() => ({ target: null, library: null }));

interface RegisteredSlot extends DropSlot {
  isFilled: boolean;
  attach: (file: File) => void;
}

const registered = new Map<string, RegisteredSlot>();

/** A form whose fields come and go registers each by itself. Returns what takes it back. */
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
  useDropTarget.setState({ target: preferred ? { slots, preferred, attach } : null });
}
