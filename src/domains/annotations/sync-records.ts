import type { StampedAnnotation } from '@contract/console/job-annotations';

/** Changes that a gateway has not confirmed. */
export interface UnsentAnnotation {
  surfaceId: string;
  jobId: string;
  annotation: StampedAnnotation;
}

/** What this browser has read of the annotations that a gateway keeps. */
export interface AnnotationSync {
  surfaceId: string;
  /** Identifies the records of the gateway. */
  store: string;
  version: number;
  /** Latest time of a known change: each new one is later, even if the clock of this computer is behind. */
  clock: number;
}
