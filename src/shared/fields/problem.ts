/** Human-readable problem with the value of a field. */
export interface FieldProblem {
  message: string;
  /**
   * - `error`: the value cannot be sent as it is;
   * - `warning`: it can be sent, and may be rejected;
   * - `missing`: nothing is wrong, something is only not there yet, and the user has not tried to run.
   */
  severity: 'error' | 'warning' | 'missing';
  /** Correction, offered as a button next to the message. */
  fix?: { label: string; apply: () => void };
}

/** A problem in the summary of a form, which adds what it needs to show the field. */
export interface FormProblem extends Omit<FieldProblem, 'fix'> {
  /** Unique among the problems of the form. */
  key: string;
  /** Where it is, unless the message says so. */
  location?: string;
}

export function errorOf(message: string | undefined): FieldProblem | undefined {
  return message === undefined ? undefined : { message, severity: 'error' };
}
