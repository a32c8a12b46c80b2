/** Something that a ComfyUI serves besides runs. The engine turns it into a path, so that no caller chooses one. */
export type LibraryItem =
  | { kind: 'model-folders' }
  | { kind: 'model-files'; folder: string }
  | { kind: 'model-preview'; folder: string; pathIndex: number; file: string }
  | { kind: 'templates' }
  /** Names of templates by node pack. */
  | { kind: 'pack-templates' }
  /** A workflow or an image beside it; without a pack, one of ComfyUI's own. */
  | { kind: 'template-file'; pack: string | null; file: string };

/** The library of one connected ComfyUI. */
export interface EngineLibrary {
  /** Name of the engine. */
  engine: string;
  /**
   * Returns its bytes; their type must be read from them, since ComfyUI names it only if its computer knows the extension. `null` if
   * this ComfyUI does not have it, such as an older one.
   * @throws if ComfyUI does not respond, fails, or responds with more than the limit of this kind
   */
  read: (item: LibraryItem, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer> | null>;
}
