/** Port that also saves outputs as named files, for `--output-dir`. */
export interface OutputFolder {
  /**
   * Puts a copy of stored bytes beside the earlier ones and overwrites nothing. The job does not depend on it: a copy
   * that cannot be made rejects with a sentence for the job's log.
   * @param name a file name without folders. @param blob 64 hex digits.
   */
  put(name: string, blob: string): Promise<void>;
}
