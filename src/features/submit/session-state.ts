import type { StoreApi } from 'zustand/vanilla';
import type { JsonValue } from '@contract/json/lossless';
import type { Surface } from '@/api/surface';
import type { EditorState } from './editor-state';

export interface SessionState extends EditorState {
  saving: 'saved' | 'unsaved' | 'failed';
  /** The draft was deleted in another tab: nothing is saved until the user decides to keep it. */
  isDeleted: boolean;
  /** Uploads by field key; the id leads to `useUploads`. */
  uploadIds: Readonly<Record<string, string>>;
  /** Run was pressed while a file was on its way: it starts when the file is there. */
  isRunQueued: boolean;
  focusedNode: string | null;
  focusedField: string | null;
  /** Run was pressed with something left to fill in: from then on what is missing is shown as wrong. */
  isAttempted: boolean;
}

/** What the parts of a session share. */
export interface SessionHost {
  readonly store: StoreApi<SessionState>;
  readonly surface: Surface;
  /** Takes a new state and saves it soon. */
  edit(next: EditorState): void;
  setValue(key: string, value: JsonValue): void;
}
