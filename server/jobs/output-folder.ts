/** Port that also saves outputs as named files, for `--output-dir`. */
export interface OutputFolder {
  /**
   * Stores a copy of stored bytes and overwrites nothing. The job does not depend on it: if the copy fails, the promise
   * rejects with a sentence for the job's log.
   * @param name a file name without folders. @param blob 64 hex digits.
   */
  put(name: string, blob: string): Promise<void>;
}
