import type { AuthorParts } from '@/domains/drafts/author-parts';
import type { SeedMode } from '@/domains/drafts/draft';
import type { FillIns } from '@/domains/drafts/fill-ins';

/** Why a node cannot be converted, in the words of the import report. */
export interface UiProblem {
  /** As in the graph, such as `12` or `57:3`; empty for the workflow as a whole. */
  nodeId: string;
  /** Title on the canvas, else the class. */
  title: string;
  classType: string;
  /** What is wrong and why. */
  message: string;
  /** What the user can do about it. */
  advice: string;
}

export type UiConversion =
  | {
      ok: true;
      text: string;
      /** What the graph does not say as the canvas did. */
      notes: string[];
      /** Those of them that are about the form of the author, which are true of a part of the workflow too. */
      formNotes: string[];
      /** Change of each seed after a run, by field key. */
      seedModes: Record<string, SeedMode>;
      fillIns: FillIns;
      author: AuthorParts;
      /**
       * Classes without a definition. If there are any, the graph is a part of the workflow: their nodes have links and values that are
       * saved by name, and it cannot run until it is converted with their definitions.
       */
      unknownClasses: string[];
    }
  | { ok: false; problems: UiProblem[] };

/** More problems would not be read. */
export const MAX_PROBLEMS = 100;
