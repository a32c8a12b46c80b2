import type { JsonPath } from '@/shared/json-tree/json-path';

/** A file of a response, in the form that a page holds. */
export interface OutputMedia {
  /** Derived from run and path, so that it is stable across reloads. */
  id: string;
  /** Path in the response; empty if the response itself is the file. */
  path: JsonPath;
  contentType: string;
  /** Whether it is a secondary file instead of the result. */
  isExtra: boolean;
  source: { kind: 'link'; url: string } | { kind: 'bytes'; blob: Blob };
}
