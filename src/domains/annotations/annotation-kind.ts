import { inSurface, type CuratedKind } from '../curated/curated-kinds';
import { readableOf, readableOrNull } from '../record-schemas';
import { annotationOf, fieldsOfAnnotation } from './annotation-fields';
import { isBlank } from './job-annotation';

/** Annotations as curated records (decision 120). They are kept by the gateway of their job, and never deleted: they become blank. */
export const ANNOTATION_KIND: CuratedKind = {
  name: 'annotation',
  async read(changes, surfaceId, id) {
    const mark = readableOrNull('marks', await changes.objectStore('marks').get([surfaceId, id]));
    return mark && fieldsOfAnnotation(mark);
  },
  async readAll(changes, surfaceId) {
    const marks = readableOf('marks', await changes.objectStore('marks').getAll(inSurface(surfaceId)));
    return marks.map((mark) => ({ id: mark.jobId, fields: fieldsOfAnnotation(mark) }));
  },
  write(changes, surfaceId, id, fields) {
    const mark = annotationOf(surfaceId, id, fields ?? {});
    const marks = changes.objectStore('marks');
    return isBlank(mark) ? marks.delete([surfaceId, id]) : marks.put(mark);
  },
  clean: (fields) => fieldsOfAnnotation(annotationOf('', '', fields)),
  hasDeletions: false,
};
