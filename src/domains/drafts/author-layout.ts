/** Where the author of a workflow placed its nodes in ComfyUI's editor, in the editor's units. */
export interface AuthorLayout {
  /** By node id. Nodes of a subgraph are around the node that stands for it. */
  nodes: Readonly<Record<string, AuthorBox>>;
  groups: readonly AuthorGroup[];
  notes: readonly AuthorNote[];
}

export interface AuthorBox {
  x: number;
  y: number;
  width: number;
  height: number;
  /** `#rrggbb` or shorter; `null` if it has none. */
  color: string | null;
}

export interface AuthorGroup extends AuthorBox {
  title: string;
}

export interface AuthorNote extends AuthorGroup {
  text: string;
}
