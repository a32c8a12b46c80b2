import type { JsonPath } from '@/shared/json-tree/json-path';
import type { OutlineRow } from '@/shared/json-tree/json-outline';

/** A document stays in its worker; the page asks for the lines in view. The first request is `open`. */
export type JsonTreeRequest =
  | { kind: 'open'; file: Blob }
  | { kind: 'rows'; from: number; to: number }
  | { kind: 'toggle'; index: number }
  | { kind: 'search'; query: string }
  | { kind: 'reveal'; match: number }
  | { kind: 'line'; index: number }
  | { kind: 'value'; index: number };

export interface JsonTreeResponses {
  /** How many lines there are. */
  open: number;
  rows: OutlineRow[];
  toggle: number;
  /** How many matches there are. */
  search: number;
  reveal: { index: number; rowCount: number };
  /** Of a text its beginning; empty for anything else. */
  line: { path: JsonPath; start: string };
  /** All of it, as it is copied. */
  value: string;
}

/** One for each request, in their order. */
export type JsonTreeReply =
  { ok: true; answer: JsonTreeResponses[keyof JsonTreeResponses] } | { ok: false; message: string };
