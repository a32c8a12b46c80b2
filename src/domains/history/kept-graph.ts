/** A workflow that this browser submitted. Its text is stored apart, so that finding the oldest ones reads no texts. */
export interface KeptGraph {
  /** `graphFingerprint`: the same workflow is stored once, however many jobs ran it. */
  id: string;
  /** Length of the text. */
  size: number;
  usedAt: number;
}
