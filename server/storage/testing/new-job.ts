import { NO_FIELDS } from '@contract/console/search-fields';
import type { NewJob } from '../store';

/** Returns a queued job, as the submit operation writes it. */
export function newJob(id: string, more: Partial<NewJob> = {}): NewJob {
  return {
    id,
    owner: 'local',
    status: 'queued',
    createdAt: 0,
    startedAt: null,
    completedAt: null,
    expiresAt: 1e15,
    labels: {},
    progress: null,
    error: null,
    needsExtraData: false,
    starts: 0,
    outputTitle: null,
    workflowText: '{}',
    assetIds: [],
    searchText: '',
    searchFields: NO_FIELDS,
    shape: '',
    ...more,
  };
}
