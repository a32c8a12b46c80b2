/** To the workflow reader: a dropped file, or pasted text. */
export type WorkflowFileRequest = { file: Blob; name: string } | { text: string };

/** What was found, in words for the person who dropped it. */
export type FileParseResult =
  | {
      kind: 'workflow';
      /** API-format JSON, valid, with its numbers and order as they stood. */
      text: string;
      source: 'json' | 'picture';
      /** What was changed to make it valid; null mostly. */
      note: string | null;
    }
  /** A picture that carries no workflow that can run: an input for one. */
  | { kind: 'picture'; reason: string; title?: string }
  /** Jobs that Flowdeck exported: no workflow to open. */
  | { kind: 'export' }
  | { kind: 'problem'; title: string; explanation: string };
