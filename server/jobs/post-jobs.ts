import type { SearchFields } from '@contract/console/search-fields';
import type { NodeErrors } from '@contract/jobs/node-errors';
import { runInSlices, type Pause } from '@contract/slices';
import type { Graph } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { assetReferencesInSlices, type AssetReference } from '@contract/workflow/asset-references';
import { rejectedProblemsInSlices } from '@contract/workflow/comfyui-rejections';
import { workflowShape } from '@contract/workflow/workflow-shape';
import { MAX_SUBMIT_BYTES, MAX_SUBMIT_VALUES, readText, rejectWorkflowBody } from '../http/body';
import { BodyBudget, type BodyShare } from '../http/body-budget';
import type { OperationContext, OperationHandler } from '../http/operation';
import { requireSpace } from '../storage/spare-room';
import { IDEMPOTENCY_KEY_LIFETIME_MS, keyScope, type JobRecord, type NewJob } from '../storage/store';
import { checkAssets, checkFileNames, referencedAssetIds, storedAssetIsUsable } from './check-assets';
import { yieldFor } from './run/pauses';
import { responseJob, type JobsDeps } from './job-access';
import type { JobNeeds } from '../engines/engine';
import { needsInSlices } from '../engines/job-needs';
import { HttpError } from '../http/http-error';
import { jobApiError } from '../http/job-api-error';
import { limitNodeErrors } from './run/limit-node-errors';
import { outputTitle } from './run/output-title';
import { readSubmission, type Submission } from './read-submission';
import { deletePieces, storePieces } from './run/workflow-pieces';
import { readSearchFields, sizesOf } from './search-fields';
import { searchTextInSlices } from './search-text';

const MAX_KEY_LENGTH = 255;
const QUEUE_FULL_RETRY_S = 5;

/** Job API 4, `POST /api/v2/jobs`. A 201 is sent after the job, its key and its inputs are on disk (rule 3). */
export function postJobs(deps: JobsDeps): OperationHandler {
  const budget = new BodyBudget();
  return async (context) => {
    const share = budget.open();
    try {
      return await submit(deps, context, share);
    } finally {
      share.release();
    }
  };
}

async function submit(deps: JobsDeps, context: OperationContext, share: BodyShare): Promise<Response> {
  const key = readKey(context.request);
  rejectUsedKey(deps, context, key);
  const limits = { maxBytes: MAX_SUBMIT_BYTES, maxValues: MAX_SUBMIT_VALUES, share };
  const text = await readText(context.request, limits, rejectWorkflowBody);
  const pause = yieldFor(text);
  await pause();
  const submission = await readSubmission(text, pause);
  await pause();
  const definitions = await validate(deps, submission.graph, pause);
  await pause();
  const references = await runInSlices(assetReferencesInSlices(submission.graph), pause);
  await checkBytes(deps, references);
  await pause();
  const searchText = await runInSlices(searchTextInSlices(submission.labels, submission.graph), pause);
  await pause();
  const searchFields = readSearchFields(submission.graph, definitions);
  const shape = workflowShape(submission.graph);
  await pause();
  const title = outputTitle(submission.graph, definitions);
  await pause();
  const needs = deps.engine.assign ? await runInSlices(needsInSlices(submission.graph), pause) : null;
  const id = deps.newId();
  requireSpace(deps);
  const workflowText = await storePieces(deps, id, submission.workflowText, pause);
  const searched = { searchText: [searchText, ...sizesOf(searchFields)].join('\n'), searchFields, shape };
  const valid = { ...submission, workflowText, id, references, ...searched, outputTitle: title, needs };
  deps.traces?.beginJob(id, context.requestId);
  const job = record(deps, context, key, valid);
  deps.log.info({ requestId: context.requestId, jobId: id }, 'A job was accepted');
  deps.runner.enqueue(job, submission.extraData, needs);
  return responseJob(deps, deps.store.jobs.get(job.id) ?? job, context, 201);
}

/** Submission with everything that its record contains. */
interface ValidSubmission extends Submission {
  id: string;
  references: readonly AssetReference[];
  searchText: string;
  searchFields: SearchFields;
  shape: string;
  outputTitle: string | null;
  /** `null`: the engine does not need it. */
  needs: JobNeeds | null;
}

function readKey(request: Request): string | null {
  const key = request.headers.get('idempotency-key');
  if (key === null || (key.length > 0 && key.length <= MAX_KEY_LENGTH)) return key;
  throw jobApiError('invalid_workflow', `Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters`, {
    details: { node_errors: {}, field: 'Idempotency-Key' },
  });
}

/**
 * Runs before any other validation: the first request with this key may have created a job whose inputs are gone since. With
 * "missing_asset" in response to its retry, the client would consider the submission rejected and run it twice (rule 4).
 */
function rejectUsedKey({ store, clock }: JobsDeps, { caller }: OperationContext, key: string | null): void {
  if (key === null) return;
  if (store.keys.find(keyScope('postJobs', caller.owner), key, clock.now(), IDEMPOTENCY_KEY_LIFETIME_MS))
    throw usedKey();
}

function usedKey(): HttpError {
  return jobApiError(
    'idempotency_key_reuse',
    'This Idempotency-Key was used before, so this submission may already be a job; check the job list',
  );
}

/**
 * Rule 1, as far as no record is needed: structure, classes, types, bounds, and unresolvable file names.
 * @returns the definitions used for validation; `null` while the engine does not respond
 */
async function validate({ engine }: JobsDeps, graph: Graph, pause: Pause): Promise<NodeDefinitions | null> {
  const definitions = await engine.definitions();
  // ComfyUI validates later. Without its definitions it is unknown which nodes it would check.
  if (definitions === null && engine.name === 'comfyui') return null;
  const nodeErrors = await runInSlices(rejectedProblemsInSlices(graph, definitions), pause);
  const nodes = Object.keys(nodeErrors);
  if (nodes.length > 0) {
    throw jobApiError('invalid_workflow', sentence(nodeErrors, graph), { details: limitNodeErrors(nodeErrors) });
  }
  // A plain name refers to a file in ComfyUI's input folder.
  if (definitions && engine.name !== 'comfyui') checkFileNames(graph, definitions);
  return definitions;
}

function sentence(nodeErrors: NodeErrors, graph: Graph): string {
  const [nodeId, problems] = Object.entries(nodeErrors)[0] ?? ['', []];
  const count = Object.values(nodeErrors).reduce((sum, list) => sum + list.length, 0);
  const classType = graph.get(nodeId)?.classType;
  const first = problems[0]?.message ?? problems[0]?.reason ?? 'invalid';
  return `Node ${nodeId}${classType ? ` (${classType})` : ''}: ${first}${count > 1 ? `, and ${count - 1} more` : ''}`;
}

/** Reports a record whose bytes are lost as a missing asset now, instead of failing the job later. */
async function checkBytes({ store, blobs }: JobsDeps, references: readonly AssetReference[]): Promise<void> {
  const lost = new Set<string>();
  for (const id of referencedAssetIds(references)) {
    const blob = store.assets.get(id)?.blob;
    if (blob && (await blobs.check(blob)) !== 'intact') lost.add(id);
  }
  checkAssets(references, (id) => !lost.has(id));
}

/**
 * Claims the key, checks the assets and inserts the job in one transaction. An exception rolls back the claim, so a key is
 * claimed if and only if its job exists (rule 4), even if the gateway is killed.
 */
function record(
  deps: JobsDeps,
  { caller }: OperationContext,
  key: string | null,
  submission: ValidSubmission,
): JobRecord {
  const { store, clock, settings } = deps;
  const now = clock.now();
  const job = newJob(settings, caller.owner, now, submission);
  try {
    return store.transaction(() => {
      if (
        key !== null &&
        !store.keys.claim(keyScope('postJobs', caller.owner), key, now, IDEMPOTENCY_KEY_LIFETIME_MS)
      ) {
        throw usedKey();
      }
      checkAssets(submission.references, storedAssetIsUsable(store, caller.owner, now));
      if (store.jobs.countWithStatus('queued') >= settings.queueDepth) {
        throw jobApiError('queue_full', `Queue is full (${settings.queueDepth} jobs). Retry later`, {
          retryAfterS: QUEUE_FULL_RETRY_S,
        });
      }
      return store.jobs.insert(job);
    });
  } catch (error) {
    // A commit that was reported as failed may have succeeded: then the job exists, its key is claimed, and it runs.
    const existing = error instanceof HttpError ? null : findJob(deps, job.id);
    if (existing) deps.runner.enqueue(existing, submission.extraData, submission.needs);
    else {
      deletePieces(deps, job.id);
      deps.traces?.endWork(job.id);
    }
    throw error;
  }
}

function findJob({ store }: JobsDeps, id: string): JobRecord | null {
  try {
    return store.jobs.get(id);
  } catch {
    return null;
  }
}

function newJob(settings: JobsDeps['settings'], owner: string, now: number, submission: ValidSubmission): NewJob {
  const { id, workflowText, labels, extraData } = submission;
  return {
    id,
    owner,
    status: 'queued',
    createdAt: now,
    startedAt: null,
    completedAt: null,
    expiresAt: now + settings.retentionMs,
    labels,
    progress: null,
    error: null,
    needsExtraData: extraData !== null && Object.keys(extraData).length > 0,
    starts: 0,
    outputTitle: submission.outputTitle,
    workflowText,
    assetIds: referencedAssetIds(submission.references),
    searchText: submission.searchText,
    searchFields: submission.searchFields,
    shape: submission.shape,
  };
}
