import { unwrap } from 'idb';
import { inSurface, readMany, type CuratedKind } from '../curated/curated-kinds';
import { readableOf } from '../record-schemas';
import { annotationOf, fieldsOfAnnotation } from './annotation-fields';
import { isBlank } from './job-annotation';

/** Annotations as curated records (decision 120). They are kept by the gateway of their job, and never deleted: they become blank. */
export const ANNOTATION_KIND: CuratedKind = {
  name: 'annotation',
  async read(changes, surfaceId, ids) {
    const marks = readableOf('marks', await readMany(changes.objectStore('marks'), [surfaceId], ids));
    return new Map(marks.map((mark) => [mark.jobId, fieldsOfAnnotation(mark)]));
  },
  async readAll(changes, surfaceId) {
    const marks = readableOf('marks', await changes.objectStore('marks').getAll(inSurface(surfaceId)));
    return marks.map((mark) => ({ id: mark.jobId, fields: fieldsOfAnnotation(mark) }));
  },
  write(changes, surfaceId, records) {
    const marks = unwrap(changes.objectStore('marks'));
    for (const [id, fields] of records) {
      const mark = annotationOf(surfaceId, id, fields ?? {});
      if (isBlank(mark)) marks.delete([surfaceId, id]);
      else marks.put(mark);
    }
  },
  clean: (fields) => fieldsOfAnnotation(annotationOf('', '', fields)),
  hasDeletions: false,
};
