import type { Operation, OperationResponse, ResponseBody } from '../operation';
import { Asset } from '../jobs/schemas';
import { ChangedRecords, CuratedRecords } from './curated-records';
import { Diagnostics } from './diagnostics';
import { ComfyTemplates, ModelFiles } from './engine-library';
import { EngineProbe, FoundEngines } from './engine-probe';
import { GatewayStatus } from './gateway-status';
import { PromptHistoryPage } from './prompt-history';
import { ProviderKeyList } from './provider-keys';
import { MovedJob } from './queue';
import * as schemas from './schemas';
import { ConnectionReports, SurfaceList } from './surfaces';
import { WebhookAttempt, WebhookState } from './webhook';

/**
 * Private console operations of a Flowdeck gateway, in addition to the two public APIs. They are not supported for other clients,
 * so no published document lists them. The relay is not in the table: it forwards operations of other surfaces.
 */

const STATUS = { kind: 'json', read: GatewayStatus } as const satisfies OperationResponse;
const ASSET = { kind: 'json', read: Asset } as const satisfies OperationResponse;
const OBJECT_INFO = { kind: 'json', read: schemas.ObjectInfo } as const satisfies OperationResponse;
const SURFACES = { kind: 'json', read: SurfaceList } as const satisfies OperationResponse;
const RENAMED = { kind: 'json', read: schemas.RenamedJob } as const satisfies OperationResponse;
const PROBE = { kind: 'json', read: EngineProbe } as const satisfies OperationResponse;
const PROVIDER_KEYS = { kind: 'json', read: ProviderKeyList } as const satisfies OperationResponse;
const WEBHOOK = { kind: 'json', read: WebhookState } as const satisfies OperationResponse;
const NOTHING = { kind: 'none' } as const satisfies OperationResponse;

export const CONSOLE_OPERATIONS = {
  getSession: {
    method: 'GET',
    path: '/console/session',
    open: true,
    responses: { 200: { kind: 'json', read: schemas.Session } },
  },
  /** Exchanges the token for a session (decision 024). */
  signIn: {
    method: 'POST',
    path: '/console/session',
    open: true,
    responses: { 200: { kind: 'json', read: schemas.NewSession } },
  },
  signOut: { method: 'DELETE', path: '/console/session', open: true, responses: { 204: NOTHING } },

  /** What a bug report says about this gateway, without credentials. */
  getDiagnostics: {
    method: 'GET',
    path: '/console/diagnostics',
    responses: { 200: { kind: 'json', read: Diagnostics } },
  },
  getStatus: { method: 'GET', path: '/console/status', responses: { 200: STATUS } },
  /** Checks immediately whether ComfyUI responds. */
  checkComfyui: { method: 'POST', path: '/console/comfyui/check', responses: { 200: STATUS } },
  /** Drains one of several engines, or puts it back into use. */
  drainEngine: { method: 'POST', path: '/console/engines/drain', responses: { 200: STATUS } },
  /** Finds out what is at an address: a ComfyUI, or why not. */
  probeEngine: { method: 'POST', path: '/console/engines/probe', responses: { 200: PROBE } },
  /** Looks for ComfyUI on the usual ports of the gateway's machine. */
  findEngines: {
    method: 'POST',
    path: '/console/engines/find',
    responses: { 200: { kind: 'json', read: FoundEngines } },
  },
  /** Adds the ComfyUI at an address to the configuration, if one responds there. */
  addEngine: { method: 'POST', path: '/console/engines/add', responses: { 200: PROBE } },
  /** Removes an engine from the configuration. It finishes its current job. */
  removeEngine: { method: 'POST', path: '/console/engines/remove', responses: { 200: STATUS } },
  /** Pauses or resumes the job queue. Running jobs continue, and submissions are accepted. */
  pauseQueue: { method: 'POST', path: '/console/queue/pause', responses: { 200: STATUS } },
  /** Moves a job that waits in the gateway to another place in the queue. */
  moveQueuedJob: {
    method: 'POST',
    path: '/console/queue/move',
    responses: { 200: { kind: 'json', read: MovedJob } },
  },
  getObjectInfo: { method: 'GET', path: '/console/object_info', responses: { 200: OBJECT_INFO, 304: NOTHING } },
  getClassInfo: { method: 'GET', path: '/console/object_info/{class}', responses: { 200: OBJECT_INFO, 304: NOTHING } },
  /** What each ComfyUI listed before the gateway started, unless it has responded since: a guess for forms. */
  getLastSeenClasses: {
    method: 'GET',
    path: '/console/last_seen_classes',
    responses: { 200: { kind: 'json', read: schemas.LastSeenClasses } },
  },

  /** The model files of the connected ComfyUI servers, by kind. */
  listModelFiles: {
    method: 'GET',
    path: '/console/library/models',
    responses: { 200: { kind: 'json', read: ModelFiles } },
  },
  /** The image that ComfyUI has of a model file. 204: none. */
  getModelPreview: {
    method: 'GET',
    path: '/console/library/model-preview',
    responses: { 200: { kind: 'bytes' }, 204: NOTHING },
  },

  /** The templates of the connected ComfyUI servers, and of their node packs. */
  listComfyTemplates: {
    method: 'GET',
    path: '/console/library/templates',
    responses: { 200: { kind: 'json', read: ComfyTemplates } },
  },
  /** The workflow of a template, in the format in which its author saved it. */
  getComfyTemplate: { method: 'GET', path: '/console/library/template', responses: { 200: { kind: 'bytes' } } },
  /** Its image. 204: none. */
  getComfyTemplateImage: {
    method: 'GET',
    path: '/console/library/template-image',
    responses: { 200: { kind: 'bytes' }, 204: NOTHING },
  },

  searchJobs: {
    method: 'GET',
    path: '/console/jobs',
    responses: { 200: { kind: 'json', read: schemas.JobSearchPage } },
  },
  summarizeJobs: {
    method: 'GET',
    path: '/console/jobs/summary',
    responses: { 200: { kind: 'json', read: schemas.JobSummary } },
  },
  /** The prompts of all jobs, each once. */
  listPrompts: {
    method: 'GET',
    path: '/console/prompts',
    responses: { 200: { kind: 'json', read: PromptHistoryPage } },
  },
  /** Several jobs by id; those that do not exist are omitted. */
  readJobs: {
    method: 'POST',
    path: '/console/jobs/read',
    responses: { 200: { kind: 'json', read: schemas.ReadJobs } },
  },
  deleteJobs: {
    method: 'POST',
    path: '/console/jobs/delete',
    responses: { 200: { kind: 'json', read: schemas.DeletedJobs } },
  },
  restoreJobs: {
    method: 'POST',
    path: '/console/jobs/restore',
    responses: { 200: { kind: 'json', read: schemas.RestoredJobs } },
  },
  /** What the user curates, such as stars and templates, that changed after a version (decisions 113, 120). */
  listRecords: {
    method: 'GET',
    path: '/console/records',
    responses: { 200: { kind: 'json', read: CuratedRecords } },
  },
  /** Merges changes into it, if the caller has read all others. The response has the result for these records. */
  changeRecords: {
    method: 'POST',
    path: '/console/records',
    responses: { 200: { kind: 'json', read: ChangedRecords } },
  },
  /** A 404 has this body instead of an error and means that there is no such job. */
  renameJob: { method: 'POST', path: '/console/jobs/rename', responses: { 200: RENAMED, 404: RENAMED } },
  /** Streams the events of all jobs, since a browser allows six connections per origin. */
  followJobs: { method: 'GET', path: '/console/events', responses: { 200: { kind: 'events' } } },

  getStorageUsage: {
    method: 'GET',
    path: '/console/storage',
    responses: { 200: { kind: 'json', read: schemas.StorageUsage } },
  },
  /** The outputs that the storage limit removes next. Removes nothing. */
  listNextRemovals: {
    method: 'GET',
    path: '/console/storage/next-removals',
    responses: { 200: { kind: 'json', read: schemas.NextRemovals } },
  },
  /** Removes deleted jobs permanently, before the hour in which they can be restored has passed. */
  emptyTrash: {
    method: 'POST',
    path: '/console/storage/empty-trash',
    responses: { 200: { kind: 'json', read: schemas.StorageUsage } },
  },
  /** Decides about files that the database does not list because it is an older copy. */
  settleUnlistedFiles: {
    method: 'POST',
    path: '/console/storage/unlisted-files',
    responses: { 200: { kind: 'json', read: schemas.StorageUsage } },
  },
  listAssets: {
    method: 'GET',
    path: '/console/assets',
    responses: { 200: { kind: 'json', read: schemas.AssetPage } },
  },

  listModelMetadata: {
    method: 'GET',
    path: '/console/models',
    responses: { 200: { kind: 'json', read: schemas.ModelMetadataList } },
  },
  /** Saves the file at a result URL of a model as an asset. 201: a new one. */
  fetchResult: { method: 'POST', path: '/console/fetch-result', responses: { 200: ASSET, 201: ASSET } },
  /** The bytes at a URL that the user pasted or dropped. The error says why there are none (`FetchProblemDetails`). */
  fetchUrl: { method: 'POST', path: '/console/fetch-url', responses: { 200: { kind: 'bytes' } } },
  /** Uploads an asset to a host that the model's provider can read. */
  publishInput: {
    method: 'POST',
    path: '/console/publish-input',
    responses: { 200: { kind: 'json', read: schemas.PublishedInput } },
  },

  /** The keys of the configured model providers: which one is used, but no key. Every change responds with the new list. */
  listProviderKeys: { method: 'GET', path: '/console/provider-keys', responses: { 200: PROVIDER_KEYS } },
  putProviderKey: { method: 'PUT', path: '/console/provider-keys/{id}', responses: { 200: PROVIDER_KEYS } },
  deleteProviderKey: { method: 'DELETE', path: '/console/provider-keys/{id}', responses: { 200: PROVIDER_KEYS } },

  getWebhook: { method: 'GET', path: '/console/webhook', responses: { 200: WEBHOOK } },
  putWebhook: { method: 'PUT', path: '/console/webhook', responses: { 200: WEBHOOK } },
  /** Delivers a test event at once, and responds with the outcome. */
  testWebhook: {
    method: 'POST',
    path: '/console/webhook/test',
    responses: { 200: { kind: 'json', read: WebhookAttempt } },
  },
  /** Reports a batch that ended in this browser, for the webhook. Repeating it changes nothing. */
  endBatch: { method: 'POST', path: '/console/batches/end', responses: { 204: NOTHING } },

  // Every change responds with the new surface list.
  listSurfaces: { method: 'GET', path: '/console/surfaces', responses: { 200: SURFACES } },
  arrangeSurfaces: { method: 'PATCH', path: '/console/surfaces', responses: { 200: SURFACES } },
  testSurface: {
    method: 'POST',
    path: '/console/surfaces/test',
    responses: { 200: { kind: 'json', read: ConnectionReports } },
  },
  putSurface: { method: 'PUT', path: '/console/surfaces/{id}', responses: { 200: SURFACES } },
  /** Adds origins on which a direct surface stores its files, for the policy of the pages served next. */
  addContentOrigins: { method: 'POST', path: '/console/surfaces/{id}/content-origins', responses: { 200: SURFACES } },
  deleteSurface: { method: 'DELETE', path: '/console/surfaces/{id}', responses: { 200: SURFACES } },
} as const satisfies Record<string, Operation>;

export type ConsoleOperationId = keyof typeof CONSOLE_OPERATIONS;

export type ConsoleBody<Id extends ConsoleOperationId> = ResponseBody<(typeof CONSOLE_OPERATIONS)[Id]>;
