import type { MediaKind, NodeDefinitions } from '@contract/workflow/node-definitions';
import type { AuthorParts } from '@/domains/drafts/author-parts';
import type { FillIns } from '@/domains/drafts/fill-ins';
import type { TemplateDocument } from '@/domains/templates/template-document';
import type { UiProblem } from '@/domains/ui-format/conversion-result';
import type { WriteBackRequest } from '@/domains/ui-format/write-back';

/** To the workflow reader: a dropped file, or pasted text. */
export type WorkflowFileRequest = { file: Blob; name: string } | { text: string };

/** A workflow that was converted from the UI format. */
export interface ConvertedFile {
  notes: readonly string[];
  seedModes: FoundTemplate['seedModes'];
  fillIns: FillIns;
  /** Classes that the server lacks. */
  awaited: readonly string[];
  /** Some of them are not known at all: the rest is converted once they are. */
  isPartial: boolean;
  uiFormat: string;
}

/** To the same worker: a text of `FoundTexts`, and the classes of the server that is to run it. */
export interface ConversionRequest {
  uiFormat: string;
  definitions: NodeDefinitions;
}

/** To the same worker: writes the values of a draft to its file in the UI format. */
export interface WriteBackTask {
  writeBack: WriteBackRequest;
  definitions: NodeDefinitions;
}

/** The form of a template, with the inputs that its workflow has. */
export type FoundTemplate = Pick<TemplateDocument, 'template' | 'seedModes' | 'fillIns'>;

/** Result of parsing one file, with human-readable messages. */
export type SingleParseResult =
  | {
      kind: 'workflow';
      /** Valid API-format JSON with its original numbers and order. */
      text: string;
      source: 'json' | 'embedded';
      /** Change that made it valid; usually `null`. */
      note: string | null;
      /** The text is converted from the UI format: what differs from the canvas, and what its seeds do after a run. */
      conversion?: ConvertedFile;
      author?: AuthorParts;
      /** The text comes from a template. */
      template?: FoundTemplate;
    }
  /** A file without a runnable workflow that may be usable as an input. `media` is `null` for models and 3D files. */
  | {
      kind: 'media';
      media: MediaKind | null;
      title: string;
      reason: string;
      found?: FoundTexts;
      nodeProblems?: readonly UiProblem[];
    }
  /** Jobs that Flowdeck exported: no workflow to open. */
  | { kind: 'export' }
  | { kind: 'problem'; title: string; explanation: string; found?: FoundTexts; nodeProblems?: readonly UiProblem[] };

/** Texts in a file that cannot be run unchanged. */
export interface FoundTexts {
  /** JSON that the ComfyUI canvas saved. */
  uiFormat?: string;
  /** Generation parameters as plain text, as Automatic1111 and Forge save them. */
  parameters?: string;
}

export interface ArchiveMember {
  /** Path in the archive. */
  name: string;
  result: SingleParseResult;
}

export type FileParseResult =
  | SingleParseResult
  /** Files of an archive. `others`: number of files of types that are not read; `overLimit`: of those that are one too many. */
  | { kind: 'archive'; members: readonly ArchiveMember[]; others: number; overLimit: number };
