import type { TemplateDocument } from './template-document';

/** A template as stored by this browser. Its title is its name. */
export interface SavedTemplate extends TemplateDocument {
  id: string;
  /** Server whose files its workflow refers to. */
  surfaceId: string;
  /** Fingerprint of the nodes and connections of its workflow. */
  structure: string;
  createdAt: number;
  updatedAt: number;
}
