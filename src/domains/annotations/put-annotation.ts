import type { CuratedTransaction } from '../curated/curated-kinds';
import { putRecord } from '../curated/unsent-records';
import { fieldsOfAnnotation } from './annotation-fields';
import { ANNOTATION_KIND } from './annotation-kind';
import type { JobAnnotation } from './job-annotation';

/** Stores a changed annotation, and notes the change for the gateway that keeps it. */
export function putAnnotation(changes: CuratedTransaction, annotation: JobAnnotation): Promise<void> {
  const { surfaceId, jobId: id } = annotation;
  return putRecord(changes, ANNOTATION_KIND, { surfaceId, id }, fieldsOfAnnotation(annotation));
}
