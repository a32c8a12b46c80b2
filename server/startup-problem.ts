/** Why the gateway cannot start, with instructions, one sentence per line. The process exits with code 2. */
export class StartupProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartupProblem';
  }
}

/** Converts all items, and reports the problems of all items together, one per line. @throws StartupProblem */
export function allOrProblems<Item, Made>(items: readonly Item[], make: (item: Item, index: number) => Made): Made[] {
  const problems: StartupProblem[] = [];
  const made = items.flatMap((item, index) => {
    try {
      return [make(item, index)];
    } catch (error) {
      if (!(error instanceof StartupProblem)) throw error;
      problems.push(error);
      return [];
    }
  });
  const [first] = problems;
  if (first) throw new StartupProblem(problems.map(({ message }) => message).join('\n'), { cause: first.cause });
  return made;
}

/** Returns the code of a system error, such as `EACCES`; an empty string for anything else. */
export function systemErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
