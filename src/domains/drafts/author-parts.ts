import type { AuthorLayout } from './author-layout';
import type { Template } from './template';

/** What the author of a workflow included besides its graph. */
export interface AuthorParts {
  /** Where the nodes are; absent if the file does not say. */
  layout?: AuthorLayout;
  /** Files of models, with where to get them. */
  models?: readonly AuthorModel[];
  /** The inputs of App mode. */
  template?: Template;
  /** Nodes whose outputs App mode shows: they come first in the result. */
  outputNodes?: readonly string[];
}

/** A file of a model that a node loads. */
export interface AuthorModel {
  nodeId: string;
  name: string;
  /** http or https, without a user name or password. */
  url: string;
  /** Below ComfyUI's folder of models, such as `vae`; empty if the file does not say. */
  folder: string;
  /** Such as `sha256:…`. */
  hash?: string;
}
