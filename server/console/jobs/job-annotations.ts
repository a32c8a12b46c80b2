import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import { StampedAnnotation, type AnnotatedJob, type AnnotatedJobs } from '@contract/console/job-annotations';
import { mergeAnnotations } from '@contract/console/merge-annotations';
import type { AppDeps } from '../../deps';
import type { OperationHandler } from '../../http/operation';
import { readJson } from '../../http/read-json';
import { NO_STORE } from '../../jobs/job-access';
import { rejectWith, single } from '../../jobs/list-query';
import type { AnnotationRecords } from '../../storage/store';

type AnnotationDeps = Pick<AppDeps, 'store'>;

const MAX_LISTED = 1000;

/** `GET /console/annotations`: stars, ratings and tags that changed after `since`, the `version` of an earlier response; absent: all. */
export const listAnnotations =
  ({ store: { annotations } }: AnnotationDeps): OperationHandler =>
  ({ query, caller: { owner } }) => {
    const since = readVersion(single(query, 'since') ?? '0');
    const changed = annotations.changedSince(owner, since, MAX_LISTED);
    const version = changed.at(-1)?.version ?? annotations.lastVersion(owner);
    return respond({
      store: annotations.id(),
      version,
      jobs: changed.map((record) => ({ id: record.jobId, annotation: read(record.annotation) })),
      more: changed.length === MAX_LISTED,
    });
  };

/** `POST /console/annotations`: merges changes, of which the later one of each field wins. Repeating a request changes nothing. */
export const changeAnnotations =
  ({ store }: AnnotationDeps): OperationHandler =>
  async ({ request, caller: { owner } }) => {
    const { jobs } = await readJson(request, CONSOLE_BODIES.changeAnnotations);
    const { annotations } = store;
    const merged = store.transaction(() => jobs.map((job) => merge(annotations, owner, job)));
    return respond({ store: annotations.id(), version: annotations.lastVersion(owner), jobs: merged, more: false });
  };

function merge(records: AnnotationRecords, owner: string, { id, annotation }: AnnotatedJob): AnnotatedJob {
  const before = records.get(owner, id);
  const after = mergeAnnotations(before === null ? {} : read(before), annotation);
  const text = JSON.stringify(after);
  if (text !== before) records.put(owner, id, text);
  return { id, annotation: after };
}

function read(text: string): StampedAnnotation {
  return StampedAnnotation.parse(JSON.parse(text));
}

function readVersion(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : rejectWith('since must be a version of an earlier response');
}

function respond(body: AnnotatedJobs): Response {
  return Response.json(body, { headers: NO_STORE });
}
