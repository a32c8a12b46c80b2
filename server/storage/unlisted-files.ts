/** Files that the database does not list because it is an older copy. They stay until the owner decides (decision 030). */
export interface UnlistedFiles {
  /** Counted at the start; `null` once the owner has decided. */
  readonly found: { files: number; bytes: number } | null;
  /** Ends the state for good: from now on, files without a record are discarded. */
  settle(): void;
}

interface ProblemDeps {
  storageProblem?: () => string | null;
  unlistedFiles?: UnlistedFiles;
}

/** Describes what is wrong with the data folder, or what its owner has to decide; `null` if there is nothing. */
export function storageProblemOf({ storageProblem, unlistedFiles }: ProblemDeps): string | null {
  return storageProblem?.() ?? unlistedProblem(unlistedFiles?.found?.files ?? 0);
}

function unlistedProblem(files: number): string | null {
  if (files === 0) return null;
  return (
    `The database is an older copy, which does not list ${files} stored ${files === 1 ? 'file' : 'files'}. Nothing is deleted until ` +
    'you decide: put the newer database back, or choose in the storage settings whether to add the files as uploads (as ' +
    '--recover does) or to let them go'
  );
}
