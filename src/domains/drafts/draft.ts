import type { JsonValue } from '@contract/json/lossless';
import type { FileDetails } from '@/lib/files/file-details';
import type { AuthorParts } from './author-parts';
import type { Template } from './template';
import type { FillIns } from './fill-ins';
import type { SweepForm } from './sweep-form';

/** A workflow that is being edited, as stored by this browser. */
export interface Draft extends AuthorParts {
  id: string;
  surfaceId: string;
  /** Name of the source file, sample or job. */
  title: string;
  origin: DraftOrigin;
  sourceJobId?: string;
  /** Text as opened, to which "changes" are relative. */
  originalText: string;
  /** Edited text. Edits are spliced in, so that numbers, order and unknown fields are preserved. */
  text: string;
  /** Classes of the nodes, for the list of drafts. */
  classes: string[];
  createdAt: number;
  updatedAt: number;
  /** Change of each seed after a run, by field key. */
  seedModes: Record<string, SeedMode>;
  /** How it was converted from the UI format; absent for other drafts. */
  conversion?: DraftConversion;
  /** Texts that are filled in at each run; absent for a draft that was not converted from the UI format. */
  fillIns?: FillIns;
  /** Files on inputs, by field key. */
  media: Record<string, MediaAttachment>;
  /** Files of an input that runs once per file, by field key. */
  lists?: Record<string, MediaList>;
  /** Locked ratios of sizes, by the field key of the width. */
  aspects?: Record<string, AspectLock>;
  /** Its pinned inputs; absent until one is pinned, if the author chose none. */
  template?: Template;
  /** The saved template that it was opened from or saved as. */
  templateId?: string;
  /** The form shows its pinned inputs only. */
  view?: 'template';
  /** Opened from a sample, saved template or job, and neither changed nor run: not listed, deleted after a day (decision 035). */
  isUntouched?: true;
  /** What the user has typed as JSON, as long as it is no workflow; `text` is the last one that was. */
  jsonText?: string;
  /** Its planned sweep; absent until one is planned. */
  sweep?: SweepForm;
  /** The job that was last started from it on its server: its result is the picture of the draft. */
  lastJobId?: string;
  /** Runs started before this time are hidden in the draft. */
  runsClearedAt?: number;
}

export interface DraftConversion {
  /** What the draft does not say as the canvas did. */
  notes: readonly string[];
  /** Classes that the server lacked: the file is converted again once it has them. */
  awaited: readonly string[];
  /** Why it cannot run: only a part of the file is converted. */
  problem?: string;
}

export type DraftOrigin = 'file' | 'picture' | 'pasted' | 'link' | 'sample' | 'template' | 'job';

/** Returns what tells versions of a draft apart: its workflow, and JSON that is not one yet. */
export function contentOf({ text, jsonText }: Pick<Draft, 'text' | 'jsonText'>): string {
  return jsonText === undefined ? text : `${text}\n${jsonText}`;
}

/** Returns true if the source can be reopened: a sample, a saved template or a job. Dropped and pasted files and links cannot. */
export function isReopenable(origin: DraftOrigin): boolean {
  return origin === 'sample' || origin === 'template' || origin === 'job';
}

/** Returns the draft without the `isUntouched` flag; the same object if it has none. */
export function asEdited(draft: Draft): Draft {
  if (!draft.isUntouched) return draft;
  const { isUntouched: _flag, ...touched } = draft;
  return touched;
}

export type SeedMode = 'keep' | 'randomize' | 'increment' | 'decrement';

/** Ratio when it was locked: later sizes are rounded, and must not change it. */
export interface AspectLock {
  width: number;
  height: number;
}

export interface MediaList {
  /** Uploaded files, in drop order. */
  files: readonly { name: string; reference: JsonValue }[];
  /** Total number of files, including pending ones. */
  count: number;
  /** Names of files that were not uploaded. */
  failed: readonly string[];
}

export interface MediaAttachment extends FileDetails {
  hash: string | null;
  /** `null` until the surface has the bytes; until then `draft-files.ts` stores them. */
  assetId: string | null;
  /** The file was made by the image editor. */
  edit?: ImageEdit;
}

/** How an image was edited, so that the edit can continue. Its mask is stored by `draft-files.ts`. */
export interface ImageEdit {
  /** Value of the input before the edit. */
  original: JsonValue;
  /** `null` if the original was not added in this browser. */
  media: MediaAttachment | null;
  isMirrored: boolean;
  /** Quarter turns clockwise. */
  turns: number;
  /** In pixels of the image after both. */
  crop: { x: number; y: number; width: number; height: number };
}
