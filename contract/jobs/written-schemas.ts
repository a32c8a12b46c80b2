import { z } from 'zod/mini';
import { JOB_STATUSES } from './lifecycle';
import { Blake3 } from './body-schemas';
import { Asset, Job, JobPage, Labels, Output, OUTPUT_TYPES } from './schemas';

/** Strict schemas of the gateway's own responses: closed enumerations, and constraints that lenient reading does not require. */

export const dateTime = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/));
const uuid = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/));
const mediaType = z.string().check(z.regex(/^[\w.+-]+\/[\w.+-]+(\s*;.*)?$/));

const contentRemoved = z.optional(z.literal('storage_limit'));

export const WrittenOutput = z.extend(Output, {
  id: uuid,
  name: z.string().check(z.regex(/^[^/\\]+$/)),
  type: z.enum(OUTPUT_TYPES),
  content_type: mediaType,
  hash: z.nullable(Blake3),
  url: z.url(),
  url_expires_at: dateTime,
  content_removed: contentRemoved,
});

const linkReference = z.string().check(z.regex(/^(https?:\/\/|\/[^/])/));

export const WrittenJob = z.extend(Job, {
  id: uuid,
  status: z.enum(JOB_STATUSES),
  created_at: dateTime,
  started_at: z.nullable(dateTime),
  completed_at: z.nullable(dateTime),
  expires_at: dateTime,
  outputs: z.array(WrittenOutput),
  urls: z.looseObject({
    self: linkReference,
    events: linkReference,
    cancel: linkReference,
    logs: z.optional(linkReference),
  }),
  metadata: z.optional(z.nullable(Labels)),
});

export const WrittenJobPage = z.extend(JobPage, { jobs: z.array(WrittenJob) });

export const WrittenAsset = z.extend(Asset, {
  id: uuid,
  hash: z.nullable(Blake3),
  content_type: mediaType,
  created_at: dateTime,
  url: z.url(),
  url_expires_at: dateTime,
  content_removed: contentRemoved,
});

const WRITTEN = new Map<unknown, z.ZodMiniType>([
  [Job, WrittenJob],
  [JobPage, WrittenJobPage],
  [Asset, WrittenAsset],
]);

/** Returns the strict variant of a lenient schema; the same one if there is no variant. */
export function writtenSchema(read: z.ZodMiniType | undefined): z.ZodMiniType | undefined {
  return WRITTEN.get(read) ?? read;
}
