import type { JsonPath } from '@/shared/json-tree/json-path';

/** A file of an answer, as a page may hold it. */
export interface OutputMedia {
  /** By run and place, so that it is known again after a reload. */
  id: string;
  /** Where it stands; empty for an answer that is the file itself. */
  path: JsonPath;
  contentType: string;
  /** Beside the result rather than the result. */
  isExtra: boolean;
  source: { kind: 'link'; url: string } | { kind: 'bytes'; blob: Blob };
}
