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
  /** `notes`: what the graph does not say as the canvas did. */
  | { ok: true; text: string; notes: string[] }
  /** `unknownClasses`: those without a definition. */
  | { ok: false; problems: UiProblem[]; unknownClasses: string[] };

/** More problems would not be read. */
export const MAX_PROBLEMS = 100;
