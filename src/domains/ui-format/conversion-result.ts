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
  /** `notes`: what the graph does not say as the canvas did. `seedModes`: change of each seed after a run, by field key. */
  | { ok: true; text: string; notes: string[]; seedModes: Record<string, SeedMode>; fillIns: FillIns }
  /** `unknownClasses`: those without a definition. */
  | { ok: false; problems: UiProblem[]; unknownClasses: string[] };

/** More problems would not be read. */
export const MAX_PROBLEMS = 100;
