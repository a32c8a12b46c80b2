import { z } from 'zod/mini';
import type { ErrorCode } from '../jobs/error-codes';
import { MAX_EXPIRES_IN_S, MIN_EXPIRES_IN_S } from '../jobs/schemas';
import { RecordChanges } from './curated-records';
import { EngineAddress } from './engine-probe';
import type { ConsoleOperationId } from './operations';
import { ProviderKeyChange } from './provider-keys';
import { QueuePlace } from './queue';
import { MAX_JOB_IDS, MAX_READ_JOBS } from './schemas';
import { ContentOrigins, SurfaceChange, SurfaceOrder } from './surfaces';
import { EndedBatch, WebhookChange } from './webhook-changes';

/** Request bodies of the console operations, and the errors that they may return. */

const MAX_TITLE = 200;
const MAX_URL = 8192;

const JobIds = z.array(z.string()).check(z.minLength(1), z.maxLength(MAX_JOB_IDS));

export const CONSOLE_BODIES = {
  signIn: z.object({ token: z.string() }),
  drainEngine: z.strictObject({ name: z.string(), draining: z.boolean() }),
  probeEngine: EngineAddress,
  findEngines: z.strictObject({}),
  addEngine: EngineAddress,
  removeEngine: z.strictObject({ name: z.string() }),
  pauseQueue: z.strictObject({ paused: z.boolean() }),
  moveQueuedJob: z.strictObject({ id: z.string(), place: QueuePlace }),
  readJobs: z.strictObject({ ids: z.array(z.string()).check(z.minLength(1), z.maxLength(MAX_READ_JOBS)) }),
  deleteJobs: z.strictObject({ ids: JobIds, keep_outputs: z.optional(z.boolean()) }),
  restoreJobs: z.strictObject({ ids: JobIds }),
  changeRecords: RecordChanges,
  renameJob: z.strictObject({ id: z.string(), title: z.string().check(z.minLength(1), z.maxLength(MAX_TITLE)) }),
  settleUnlistedFiles: z.strictObject({ action: z.enum(['add', 'discard']) }),
  fetchResult: z.object({
    url: z.string().check(z.maxLength(MAX_URL)),
    /** In seconds; absent: the asset does not expire. */
    expires_in: z.optional(z.int().check(z.minimum(MIN_EXPIRES_IN_S), z.maximum(MAX_EXPIRES_IN_S))),
  }),
  fetchUrl: z.strictObject({ url: z.string().check(z.maxLength(MAX_URL)) }),
  publishInput: z.object({ model: z.string(), url: z.string().check(z.maxLength(MAX_URL)) }),
  putProviderKey: ProviderKeyChange,
  putWebhook: WebhookChange,
  testWebhook: z.strictObject({}),
  endBatch: EndedBatch,
  arrangeSurfaces: SurfaceOrder,
  testSurface: SurfaceChange,
  putSurface: SurfaceChange,
  addContentOrigins: ContentOrigins,
} as const satisfies Partial<Record<ConsoleOperationId, z.ZodMiniType>>;

const OPEN = ['forbidden', 'upstream_error'] as const satisfies readonly ErrorCode[];
const COMMON = ['unauthorized', 'forbidden', 'upstream_error'] as const satisfies readonly ErrorCode[];
const WITH_INPUT = [...COMMON, 'invalid_request'] as const satisfies readonly ErrorCode[];
const SEARCH = [...WITH_INPUT, 'invalid_metadata_filter'] as const satisfies readonly ErrorCode[];

export const CONSOLE_ERRORS: Readonly<Record<ConsoleOperationId, readonly ErrorCode[]>> = {
  getSession: OPEN,
  signIn: WITH_INPUT,
  signOut: OPEN,
  getDiagnostics: COMMON,
  getStatus: COMMON,
  checkComfyui: COMMON,
  drainEngine: [...WITH_INPUT, 'not_found'],
  probeEngine: [...WITH_INPUT, 'not_implemented'],
  findEngines: [...WITH_INPUT, 'not_implemented'],
  addEngine: [...WITH_INPUT, 'not_implemented'],
  removeEngine: [...WITH_INPUT, 'not_found'],
  pauseQueue: WITH_INPUT,
  moveQueuedJob: WITH_INPUT,
  getObjectInfo: COMMON,
  getClassInfo: [...COMMON, 'not_found'],
  getLastSeenClasses: COMMON,
  listModelFiles: COMMON,
  getModelPreview: WITH_INPUT,
  listComfyTemplates: COMMON,
  getComfyTemplate: [...WITH_INPUT, 'not_found'],
  getComfyTemplateImage: WITH_INPUT,
  searchJobs: [...SEARCH, 'invalid_cursor'],
  summarizeJobs: SEARCH,
  listPrompts: [...WITH_INPUT, 'invalid_cursor'],
  readJobs: WITH_INPUT,
  deleteJobs: WITH_INPUT,
  restoreJobs: WITH_INPUT,
  listRecords: WITH_INPUT,
  changeRecords: WITH_INPUT,
  renameJob: WITH_INPUT,
  followJobs: [...COMMON, 'too_many_streams'],
  getStorageUsage: COMMON,
  listNextRemovals: COMMON,
  emptyTrash: COMMON,
  settleUnlistedFiles: WITH_INPUT,
  listAssets: WITH_INPUT,
  listModelMetadata: COMMON,
  fetchResult: [...WITH_INPUT, 'payload_too_large'],
  fetchUrl: [...WITH_INPUT, 'payload_too_large', 'not_implemented'],
  publishInput: WITH_INPUT,
  listProviderKeys: [...COMMON, 'not_implemented'],
  putProviderKey: [...WITH_INPUT, 'not_implemented', 'not_found'],
  deleteProviderKey: [...COMMON, 'not_implemented', 'not_found'],
  getWebhook: [...COMMON, 'not_implemented'],
  putWebhook: [...WITH_INPUT, 'not_implemented'],
  testWebhook: [...WITH_INPUT, 'not_implemented'],
  endBatch: WITH_INPUT,
  listSurfaces: COMMON,
  arrangeSurfaces: WITH_INPUT,
  testSurface: [...WITH_INPUT, 'not_implemented'],
  putSurface: WITH_INPUT,
  addContentOrigins: [...WITH_INPUT, 'not_found'],
  deleteSurface: [...COMMON, 'not_found'],
};
