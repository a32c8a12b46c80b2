import { z } from 'zod/mini';

/**
 * What users note about a job, as a Flowdeck gateway keeps it for all their browsers: star, rating and tags, each with the time of
 * its last change. The later change of a field wins, wherever it was made, so that browsers which were offline agree (decision 113).
 */

export const MAX_CHANGED_ANNOTATIONS = 500;
/** Of imported jobs, too. */
const MAX_JOB_ID = 2000;
const MAX_TAG = 40;
/** Of one request: removed tags stay in the records, so a job may have had more. */
const MAX_TAGS = 1000;
const MAX_STARS = 5;

/** Milliseconds since the epoch; 1 for values from before they were kept here. */
const at = z.int().check(z.minimum(1));

const StampedTag = z.strictObject({ tag: z.string().check(z.minLength(1), z.maxLength(MAX_TAG)), is: z.boolean(), at });
export type StampedTag = z.infer<typeof StampedTag>;

export const StampedAnnotation = z.strictObject({
  star: z.optional(z.strictObject({ is: z.boolean(), at })),
  /** 0: none. */
  rating: z.optional(z.strictObject({ stars: z.int().check(z.minimum(0), z.maximum(MAX_STARS)), at })),
  /** `is`: whether the job has the tag. */
  tags: z.optional(z.array(StampedTag).check(z.minLength(1))),
});
export type StampedAnnotation = z.infer<typeof StampedAnnotation>;

export const AnnotatedJob = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(MAX_JOB_ID)),
  annotation: StampedAnnotation,
});
export type AnnotatedJob = z.infer<typeof AnnotatedJob>;

/** Body of `changeAnnotations`. */
export const AnnotationChanges = z.strictObject({
  jobs: z.array(AnnotatedJob).check(
    z.minLength(1),
    z.maxLength(MAX_CHANGED_ANNOTATIONS),
    z.refine(
      (jobs) => jobs.every(({ annotation }) => (annotation.tags?.length ?? 0) <= MAX_TAGS),
      `At most ${MAX_TAGS} tags`,
    ),
  ),
});

export const AnnotatedJobs = z.looseObject({
  /** Identifies the records of this gateway: those of another data folder have another one. */
  store: z.string(),
  /** Number of the last change; later ones are listed with `since`. */
  version: z.number(),
  jobs: z.array(AnnotatedJob),
  /** Whether `since: version` lists more. */
  more: z.boolean(),
});
export type AnnotatedJobs = z.infer<typeof AnnotatedJobs>;
