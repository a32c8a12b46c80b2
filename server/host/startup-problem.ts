/** Why the gateway cannot start, as one sentence that says what to do. It ends the process with code 2. */
export class StartupProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartupProblem';
  }
}

/** The code of a system error, such as `EACCES`; empty for anything else. */
export function systemErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
