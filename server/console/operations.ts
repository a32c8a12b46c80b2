import type { ConsoleOperationId } from '@contract/console/operations';
import { consoleResponseRules } from '@contract/console/response-rules';
import type { Hono } from 'hono';
import type { StorageLimit } from '../assets/storage-limit/storage-limit';
import type { AppDeps } from '../deps';
import { mountOperations } from '../http/adapter';
import type { CredentialDeps } from '../http/credentials';
import type { AppEnv } from '../http/env';
import { admit } from '../http/gate';
import { jobApiEnvelope, notFound, toJobApiError } from '../http/job-api-error';
import type { OperationHandler } from '../http/operation';
import type { Runner } from '../jobs/run/runner';
import type { Catalog } from '../router/catalog/catalog';
import type { Webhook } from '../webhook/webhook';
import { getDiagnostics } from './get-diagnostics';
import { checkComfyui, drainEngine, getStatus, pauseQueue } from './status';
import { changeRecords, listRecords } from './curated-records';
import { deleteJobs } from './jobs/delete-jobs';
import { addEngine } from './engines/add-engine';
import { findEngines } from './engines/find-engines';
import { probeEngine } from './engines/probe-engine';
import { removeEngine } from './engines/remove-engine';
import { fetchUrl } from './fetch-url';
import { fetchResult, publishInput } from './provider-files';
import { deleteProviderKey, listProviderKeys, putProviderKey } from './provider-keys';
import { getClassInfo, getLastSeenClasses, getObjectInfo } from './object-info';
import { getSession, signIn, signOut } from './session';
import { emptyTrashNow, getStorageUsage, listNextRemovals, settleUnlistedFiles } from './storage-usage';
import type { JobFeed } from './jobs/job-feed';
import { getModelPreview } from './library/get-model-preview';
import { getComfyTemplate, getComfyTemplateImage } from './library/get-comfy-template';
import { listComfyTemplates } from './library/list-comfy-templates';
import { listModelFiles } from './library/list-model-files';
import { listAssets } from './list-assets';
import { listModelMetadata } from './list-model-metadata';
import { listPrompts } from './jobs/list-prompts';
import { moveQueuedJob } from './jobs/move-queued-job';
import { readJobs } from './jobs/read-jobs';
import { renameJob } from './jobs/rename-job';
import { restoreJobs } from './jobs/restore-jobs';
import { searchJobs } from './jobs/search-jobs';
import { summarizeJobs } from './jobs/summarize-jobs';
import { addContentOrigins } from './surfaces/add-content-origins';
import { arrangeSurfaces } from './surfaces/arrange-surfaces';
import { deleteSurface } from './surfaces/delete-surface';
import { listSurfaces } from './surfaces/list-surfaces';
import { putSurface } from './surfaces/put-surface';
import type { Surfaces } from './surfaces/surface-list';
import { testSurface } from './connection-test/test-surface';
import { endBatch, getWebhook, putWebhook, testWebhook } from './webhook/webhook-operations';

export interface ConsoleDeps extends AppDeps, CredentialDeps {
  feed: JobFeed;
  runner: Runner;
  catalog: Catalog;
  surfaceList: Surfaces;
  webhookQueue: Webhook;
  storageLimit: StorageLimit;
}

export function mountConsole(app: Hono<AppEnv>, deps: ConsoleDeps): void {
  mountOperations(
    app,
    {
      handlers: handlers(deps),
      rules: consoleResponseRules,
      admit: (request, { operation }) => admit(request, deps, operation),
      toError: (thrown, _id, fields) => toJobApiError(thrown, deps.log, fields),
      envelope: jobApiEnvelope,
    },
    deps,
  );
  app.all('/console/*', (c) => {
    admit(c.req.raw, deps);
    throw notFound();
  });
}

function handlers(deps: ConsoleDeps): Record<ConsoleOperationId, OperationHandler> {
  return {
    getSession: getSession(deps),
    signIn: signIn(deps),
    signOut: signOut(deps),
    getDiagnostics: getDiagnostics(deps),
    getStatus: getStatus(deps),
    checkComfyui: checkComfyui(deps),
    drainEngine: drainEngine(deps),
    probeEngine: probeEngine(deps),
    findEngines: findEngines(deps),
    addEngine: addEngine(deps),
    removeEngine: removeEngine(deps),
    pauseQueue: pauseQueue(deps),
    moveQueuedJob: moveQueuedJob(deps),
    getObjectInfo: getObjectInfo(deps),
    getClassInfo: getClassInfo(deps),
    getLastSeenClasses: getLastSeenClasses(deps),
    listModelFiles: listModelFiles(deps),
    getModelPreview: getModelPreview(deps),
    listComfyTemplates: listComfyTemplates(deps),
    getComfyTemplate: getComfyTemplate(deps),
    getComfyTemplateImage: getComfyTemplateImage(deps),
    searchJobs: searchJobs(deps),
    summarizeJobs: summarizeJobs(deps),
    listPrompts: listPrompts(deps),
    readJobs: readJobs(deps),
    deleteJobs: deleteJobs(deps),
    restoreJobs: restoreJobs(deps),
    listRecords: listRecords(deps),
    changeRecords: changeRecords(deps),
    renameJob: renameJob(deps),
    followJobs: ({ request, origin }) => deps.feed.respond(request, origin),
    getStorageUsage: getStorageUsage(deps),
    listNextRemovals: listNextRemovals(deps),
    emptyTrash: emptyTrashNow(deps),
    settleUnlistedFiles: settleUnlistedFiles(deps),
    listAssets: listAssets(deps),
    listModelMetadata: listModelMetadata(deps),
    fetchResult: fetchResult(deps),
    fetchUrl: fetchUrl(deps),
    publishInput: publishInput(deps),
    listProviderKeys: listProviderKeys(deps),
    putProviderKey: putProviderKey(deps),
    deleteProviderKey: deleteProviderKey(deps),
    getWebhook: getWebhook(deps),
    putWebhook: putWebhook(deps),
    testWebhook: testWebhook(deps),
    endBatch: endBatch(deps),
    listSurfaces: listSurfaces(deps),
    arrangeSurfaces: arrangeSurfaces(deps),
    testSurface: testSurface(deps),
    putSurface: putSurface(deps),
    addContentOrigins: addContentOrigins(deps),
    deleteSurface: deleteSurface(deps),
  };
}
