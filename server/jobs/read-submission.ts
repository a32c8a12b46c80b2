import { RESERVED_FIELDS, type ExtraData } from '@contract/jobs/body-schemas';
import { LABEL_KEY, MAX_LABEL_VALUE, MAX_LABELS, type Labels } from '@contract/jobs/schemas';
import {
  JsonSyntaxError,
  parseJsonInSlices,
  type JsonObject,
  type JsonValue,
  type Span,
} from '@contract/json/lossless';
import { runInSlices, type Pause } from '@contract/slices';
import { isJsonObject, readGraph, type Graph } from '@contract/workflow/graph';
import { jobApiError } from '../http/job-api-error';
import { limitNodeErrors } from './run/limit-node-errors';

/** Parsed body of `POST /api/v2/jobs`, not yet validated against an engine. */
export interface Submission {
  graph: Graph;
  /** Workflow text, byte for byte as in the body (rule J-4.08). */
  workflowText: string;
  extraData: ExtraData | null;
  labels: Labels;
}

/** Both spellings of each credential: of the two API documents and of the public service. */
const EXTRA_DATA_KEYS: Readonly<Record<string, keyof ExtraData>> = {
  api_key_svc_org: 'api_key_svc_org',
  api_key_comfy_org: 'api_key_svc_org',
  auth_token_svc_org: 'auth_token_svc_org',
  auth_token_comfy_org: 'auth_token_svc_org',
};

/** `field` names the invalid property of the body; node errors are under `node_errors`. */
function rejectWith(message: string, field?: string): never {
  throw jobApiError('invalid_workflow', message, { details: { node_errors: {}, ...(field ? { field } : {}) } });
}

/** Maximum node count: above what editors can show. Each node takes a row in progress and in the queue. */
export const MAX_NODES = 10_000;

/**
 * @param pause called between parts of the work, which block other requests
 * @throws HttpError with one of the 422 codes of Job API 4, rules 1 and 2.
 */
export async function readSubmission(text: string, pause: Pause): Promise<Submission> {
  const properties = new Map<string, Span>();
  const body = await readBody(text, properties, pause);
  for (const field of RESERVED_FIELDS) {
    if (Object.hasOwn(body, field)) rejectWith(`${field} is reserved for a later version and cannot be sent`, field);
  }
  if (!Object.hasOwn(body, 'workflow')) rejectWith('workflow is missing', 'workflow');
  // Clients send unset options as null.
  const extraData = (body['extra_data'] ?? null) === null ? null : readExtraData(body['extra_data']);
  const labels = Object.hasOwn(body, 'metadata') ? readLabels(body['metadata']) : {};
  const workflow = body['workflow'] ?? null;
  if (isJsonObject(workflow) && Object.keys(workflow).length > MAX_NODES) {
    rejectWith(`A workflow has at most ${MAX_NODES} nodes`, 'workflow');
  }
  await pause();
  const result = readGraph(workflow);
  const span = properties.get('workflow');
  if (!result.ok) {
    const { problem } = result;
    if (problem.kind === 'ui_format') throw jobApiError('workflow_format_ui', problem.message);
    if (problem.kind !== 'bad_nodes') rejectWith(problem.message, 'workflow');
    throw jobApiError('invalid_workflow', problem.message, { details: limitNodeErrors(problem.nodeErrors) });
  }
  if (!span) rejectWith('workflow is missing', 'workflow');
  return { graph: result.graph, workflowText: text.slice(span.start, span.end), extraData, labels };
}

async function readBody(text: string, properties: Map<string, Span>, pause: Pause): Promise<JsonObject> {
  let body: JsonValue;
  try {
    body = await runInSlices(parseJsonInSlices(text, { members: properties }), pause);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    rejectWith(`The body is not JSON that can be read: ${error.message}`);
  }
  return isJsonObject(body) ? body : rejectWith('The body must be a JSON object with a workflow');
}

/** Job API 4: a closed object of strings. Values never appear in a message. */
function readExtraData(value: JsonValue | undefined): ExtraData {
  if (!isJsonObject(value)) rejectWith('extra_data must be an object', 'extra_data');
  const extraData: ExtraData = {};
  for (const [key, entry] of Object.entries(value)) {
    const field = Object.hasOwn(EXTRA_DATA_KEYS, key) ? EXTRA_DATA_KEYS[key] : undefined;
    if (!field)
      rejectWith(`extra_data takes api_key_svc_org and auth_token_svc_org only, not ${shortened(key)}`, 'extra_data');
    if (typeof entry !== 'string') rejectWith(`extra_data.${key} must be text`, 'extra_data');
    if (extraData[field] !== undefined) rejectWith(`extra_data names ${field} in two spellings`, 'extra_data');
    extraData[field] = entry;
  }
  return extraData;
}

/** @throws HttpError `metadata_invalid` */
function readLabels(value: JsonValue | undefined): Labels {
  if (!isJsonObject(value)) rejectLabels('metadata must be an object of short texts');
  const entries = Object.entries(value);
  const labels: [string, string][] = [];
  if (entries.length > MAX_LABELS) rejectLabels(`metadata takes at most ${MAX_LABELS} labels`);
  for (const [key, label] of entries) {
    if (!LABEL_KEY.test(key)) {
      rejectLabels(`A key of metadata has 1 to 40 letters, digits, "_", "-" or ".": ${shortened(key)}`);
    }
    if (typeof label !== 'string') rejectLabels(`metadata.${key} must be text`);
    if (label.length > MAX_LABEL_VALUE) rejectLabels(`metadata.${key} has more than ${MAX_LABEL_VALUE} characters`);
    labels.push([key, label]);
  }
  return Object.fromEntries(labels);
}

function rejectLabels(message: string): never {
  throw jobApiError('metadata_invalid', message, { details: { field: 'metadata' } });
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
