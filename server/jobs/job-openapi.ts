import * as bodies from '@contract/jobs/body-schemas';
import { ERROR_CODES, type ErrorCode } from '@contract/jobs/error-codes';
import { ErrorEnvelope } from '@contract/jobs/errors';
import { OPERATION_DOCS, type OperationDocs } from '@contract/jobs/operation-docs';
import { OPERATION_SPECS, type OperationSpec } from '@contract/jobs/operation-specs';
import { JOB_OPERATIONS, type JobOperationId } from '@contract/jobs/operations';
import * as schemas from '@contract/jobs/schemas';
import * as written from '@contract/jobs/written-schemas';
import type { Operation } from '@contract/operation';
import { openapiMaker, type DescribedBody, type DescribedError, type DescribedOperation } from '../http/openapi';
import { ownKeys } from '@contract/typed-objects';

const NAMED = {
  Job: written.WrittenJob,
  JobPage: written.WrittenJobPage,
  Progress: schemas.Progress,
  NodeState: schemas.NodeState,
  Output: written.WrittenOutput,
  JobError: schemas.JobError,
  Asset: written.WrittenAsset,
  WorkflowReadback: schemas.WorkflowReadback,
  JobLogs: schemas.JobLogs,
  Health: schemas.Health,
  SubmitBody: bodies.SubmitBody,
  ExtraData: bodies.ExtraData,
  FromHashBody: bodies.FromHashBody,
  ErrorEnvelope,
} as const;

/** `GET /api/v2/openapi.json` */
export const jobDocument = openapiMaker(() => ({
  info: {
    title: 'Workflow Job API',
    version: '2.0.0',
    description: 'Beta (0.1.x): the surface may still change. Changes within v2 only add; a breaking change is a v3.',
    'x-stability': 'beta',
  },
  // Job API 5: open by default; requires a static bearer token if one is configured.
  security: [{}, { bearer: [] }],
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  named: NAMED,
  written: written.writtenSchema,
  operations: ownKeys(JOB_OPERATIONS).map(describe),
}));

function describe(id: JobOperationId): DescribedOperation {
  const operation: Operation = JOB_OPERATIONS[id];
  const { parts, ...docs } = OPERATION_DOCS[id];
  const { body, errors } = OPERATION_SPECS[id];
  return {
    operationId: id,
    operation,
    ...docs,
    ...(body ? { body: describeBody(body, parts) } : {}),
    errors: describeErrors(errors),
    ...(operation.open ? { security: [{}] } : {}),
  };
}

function describeBody(body: NonNullable<OperationSpec['body']>, parts: OperationDocs['parts'] = {}): DescribedBody {
  if (body.schema) return { mediaType: 'application/json', schema: body.schema };
  const properties = Object.fromEntries(
    Object.entries(parts).map(([name, description]) => [
      name,
      { description, type: 'string', ...(name === 'file' ? { format: 'binary' } : {}) },
    ]),
  );
  const required = Object.keys(parts).filter((name) => parts[name]?.includes('required'));
  return { mediaType: 'multipart/form-data', schema: { type: 'object', properties, required } };
}

function describeErrors(codes: readonly ErrorCode[]): DescribedError[] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const details = ERROR_CODES[code];
    for (const status of [details.status, ...(details.alsoStatus ?? [])]) {
      byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    }
  }
  return [...byStatus].map(([status, names]) => ({
    status,
    codes: names,
    listedAs: 'x-error-codes',
    ...(names.some((name) => ERROR_CODES[name].retryAfter) ? { headers: RETRY_AFTER } : {}),
    schema: ErrorEnvelope,
  }));
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait before the same request is sent again', schema: { type: 'integer' } },
};
