import type { JsonPath } from '@/shared/json-tree/json-path';
import type { OutlineRow } from '@/shared/json-tree/json-outline';

/** The document stays in its worker; the page requests the visible lines. The first request is `open`. */
export type JsonTreeRequest =
  | { kind: 'open'; file: Blob }
  | { kind: 'rows'; from: number; to: number }
  | { kind: 'toggle'; index: number }
  | { kind: 'search'; query: string }
  | { kind: 'reveal'; match: number }
  | { kind: 'line'; index: number }
  | { kind: 'value'; index: number };

export interface JsonTreeResponses {
  /** Number of lines. */
  open: number;
  rows: OutlineRow[];
  toggle: number;
  /** Number of matches. */
  search: number;
  reveal: { index: number; rowCount: number };
  /** `start` is the start of a text; empty for other values. */
  line: { path: JsonPath; start: string };
  /** The whole value, for the clipboard. */
  value: string;
}

/** One reply per request, in order. */
export type JsonTreeReply =
  | { ok: true; value: JsonTreeResponses[keyof JsonTreeResponses] }
  | { ok: false; message: string };
