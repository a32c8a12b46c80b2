import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListedJob } from '@contract/jobs/schemas';
import { LABEL_TITLE } from '@/domains/job-record/job-labels';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { toggleStars } from '@/shared/annotations/use-star';
import { copyText } from '@/shared/copy-text';
import { openDialog } from '@/shared/dialog-requests/dialogs';
import { findInputFile } from '@/shared/dialog-requests/input-request';
import { singleJob, type ServerJobs } from '@/shared/servers/server-jobs';
import type { JobsSearch } from '../filters/jobs-search';
import { jobTitleHere } from '../job/job-title';
import { serverRowId } from '../job/list-row';
import { openAsDraft } from '@/shared/generation-inputs/open-as-draft';
import { runAgain } from './run-again';
import { saveOutputsOf } from '../selection/save-outputs-of';
import type { BulkAction } from '../selection/selection-store';
import { comparesWorkflows, offerOf, type JobActionId } from './job-actions';
import { readJobFacts } from './job-facts';
import { moveJobs } from './move-jobs';

/** Where actions are offered. */
export interface ActionPlace {
  open: (action: BulkAction, servers: readonly ServerJobs[]) => void;
  /** Whether a dialog asks before jobs run again: where several can be selected. */
  asksToRun?: boolean;
}

type Run = (servers: readonly ServerJobs[]) => void;

/** Returns a function that runs an action on jobs, and whether a job is being submitted again. */
export function useRunJobAction({ open, asksToRun = false }: ActionPlace) {
  const client = useQueryClient();
  const router = useRouter();
  const [isSubmitting, setSubmitting] = useState(false);

  const runAtOnce = async (surface: Surface, job: ListedJob) => {
    setSubmitting(true);
    const jobId = await runAgain(client, surface, job, jobTitleHere(surface, job));
    setSubmitting(false);
    if (jobId) await router.navigate({ to: '/$surface/jobs/$jobId', params: { surface: surface.id, jobId } });
  };
  const edit = async (surface: Surface, job: ListedJob) => {
    const draftId = await openAsDraft(client, surface, job, jobTitleHere(surface, job));
    if (draftId) await router.navigate({ to: '/$surface/submit/$draftId', params: { surface: surface.id, draftId } });
  };
  const linkTo = (surface: Surface, { id }: ListedJob) => {
    const { publicHref, pathname } = router.buildLocation({
      to: '/$surface/jobs/$jobId',
      params: { surface: surface.id, jobId: id },
    });
    // On its own page, the link includes the tab.
    return pathname === router.state.location.pathname ? location.href : new URL(publicHref, location.origin).href;
  };
  const showAlike = (surface: Surface, { title, workflow, like }: Pick<JobsSearch, 'title' | 'workflow' | 'like'>) =>
    void router.navigate({
      // The list of all servers keeps the server in the path.
      to: '/$surface/jobs',
      params: (before) => ({ surface: before.surface ?? surface.id }),
      search: (before) => ({ ...before, title, workflow, like }),
    });
  const move = (end: 'front' | 'back') => (servers: readonly ServerJobs[]) =>
    void moveJobs(client, offerOf('queue-front', servers, readJobFacts(client, servers)).able, end);

  const runs: Readonly<Record<JobActionId, Run>> = {
    'run-again': (servers) => {
      const single = singleJob(servers);
      if (asksToRun || single === null) open('run_again', servers);
      else void runAtOnce(single.surface, single.job);
    },
    edit: onSingle((surface, job) => void edit(surface, job)),
    input: onSingle((surface, job) => {
      const input = findInputFile(job.outputs);
      if (input) openDialog('input', { surface, ...input });
    }),
    star: toggleStars,
    tags: (servers) => open('tags', servers),
    'queue-front': move('front'),
    'queue-back': move('back'),
    cancel: (servers) => open('cancel', servers),
    compare: (servers) => {
      const ids = servers.flatMap(({ surface, jobs }) => jobs.map(({ id }) => serverRowId(surface.id, id)));
      void router.navigate({
        to: '/$surface/jobs',
        params: (before) => ({ surface: before.surface ?? servers[0]?.surface.id ?? '' }),
        search: (before) => ({ ...before, compare: ids.join(',') }),
        replace: true,
      });
    },
    'save-outputs': (servers) => void saveOutputsOf(client, servers),
    export: (servers) => open('export', servers),
    rename: (servers) => open('rename', servers),
    'same-workflow': onSingle((surface, { id, metadata }) =>
      showAlike(surface, comparesWorkflows(surface) ? { workflow: id } : { title: metadata?.[LABEL_TITLE] }),
    ),
    'same-prompt': onSingle((surface, { id }) => showAlike(surface, { like: id })),
    'copy-id': (servers) => {
      const ids = servers.flatMap(({ jobs }) => jobs.map(({ id }) => id));
      void copyText(ids.join('\n'), ids.length === 1 ? t('Job ID') : t('Job IDs'));
    },
    'copy-link': onSingle((surface, job) => void copyText(linkTo(surface, job), t('Link'))),
    delete: (servers) => open('delete', servers),
  };
  return { run: (id: JobActionId, servers: readonly ServerJobs[]) => runs[id](servers), isSubmitting };
}

function onSingle(act: (surface: Surface, job: ListedJob) => void): Run {
  return (servers) => {
    const single = singleJob(servers);
    if (single) act(single.surface, single.job);
  };
}
