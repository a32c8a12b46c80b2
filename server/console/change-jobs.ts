import { TITLE_LABEL } from '@contract/console/job-title';
import { isTerminal } from '@contract/jobs/lifecycle';
import { z } from 'zod/mini';
import type { AppDeps } from '../deps';
import { MAX_JSON_BYTES, readText, rejectBody } from '../http/body';
import type { Caller } from '../http/operation';
import { NO_STORE } from '../jobs/job-access';
import { isGone } from '../jobs/retention';
import { DELETE_GRACE_MS } from '../jobs/trash-sweep';

const MAX_IDS = 1000;
const MAX_TITLE = 200;

const Ids = z.array(z.string()).check(z.minLength(1), z.maxLength(MAX_IDS));
const DeleteBody = z.strictObject({ ids: Ids, keep_outputs: z.optional(z.boolean()) });
const RestoreBody = z.strictObject({ ids: Ids });
const RenameBody = z.strictObject({ id: z.string(), title: z.string().check(z.minLength(1), z.maxLength(MAX_TITLE)) });

type Deps = Pick<AppDeps, 'store' | 'clock'>;

/**
 * `POST /console/jobs/delete`: finished jobs go to the trash, with their outputs or without. Jobs that have not finished
 * are left alone and reported, so that a delete can never meet a running job.
 */
export async function deleteJobs(request: Request, { owner }: Caller, { store, clock }: Deps): Promise<Response> {
  const { ids, keep_outputs: keepsOutputs = false } = await readBody(request, DeleteBody);
  const now = clock.now();
  const deleted: string[] = [];
  const skipped: { id: string; reason: 'not_found' | 'not_finished' }[] = [];
  store.transaction(() => {
    for (const id of new Set(ids)) {
      const job = store.jobs.get(id);
      if (!job || job.owner !== owner || isGone(job, now)) skipped.push({ id, reason: 'not_found' });
      else if (!isTerminal(job.status)) skipped.push({ id, reason: 'not_finished' });
      else {
        store.trash.put({ jobId: id, owner, deletedAt: now, keepsOutputs });
        deleted.push(id);
      }
    }
  });
  const restorableUntil = new Date(now + DELETE_GRACE_MS).toISOString();
  return Response.json({ deleted, skipped, restorable_until: restorableUntil }, { headers: NO_STORE });
}

/** `POST /console/jobs/restore`: gives deleted jobs back, as they were. */
export async function restoreJobs(request: Request, { owner }: Caller, { store }: Deps): Promise<Response> {
  const { ids } = await readBody(request, RestoreBody);
  const restored = store.transaction(() =>
    [...new Set(ids)].filter((id) => {
      const isOwn = store.trash.get(id)?.owner === owner;
      if (isOwn) store.trash.restore(id);
      return isOwn;
    }),
  );
  return Response.json({ restored }, { headers: NO_STORE });
}

/** `POST /console/jobs/rename`: sets the title that the console shows and searches. */
export async function renameJob(request: Request, { owner }: Caller, { store, clock }: Deps): Promise<Response> {
  const { id, title } = await readBody(request, RenameBody);
  const name = title.trim();
  if (name === '') throw rejectBody('The title is empty');
  const isKnown = store.transaction(() => {
    const job = store.jobs.get(id);
    if (!job || job.owner !== owner || isGone(job, clock.now())) return false;
    store.jobs.setLabel(id, TITLE_LABEL, name);
    return true;
  });
  return Response.json({ renamed: isKnown }, { status: isKnown ? 200 : 404, headers: NO_STORE });
}

async function readBody<Body>(request: Request, schema: z.ZodMiniType<Body>): Promise<Body> {
  let body: unknown;
  try {
    body = JSON.parse(await readText(request, { maxBytes: MAX_JSON_BYTES }, rejectBody));
  } catch (error) {
    if (error instanceof SyntaxError) throw rejectBody('Request body is not valid JSON');
    throw error;
  }
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw rejectBody('Request body does not match what this operation accepts');
  return parsed.data;
}
