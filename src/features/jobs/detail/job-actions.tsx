import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { Job } from '@contract/jobs/schemas';
import { jobWorkflowQuery } from '@/domains/jobs/job-workflow-query';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { CancelButton } from '@/shared/cancel-button';
import { Button } from '@/ui/button';
import { Menu } from '@/ui/overlay/menu';
import { JOB_ACTIONS } from '../actions/job-actions';
import { useJobActions, useJobKeys, useJobMenu } from '../actions/use-job-actions';
import { ActionDialog } from '../bulk/bulk-layer';
import { useJobTitle } from '../job/job-title';
import type { BulkAction } from '../selection/selection-store';

interface JobActionsProps {
  surface: Surface;
  job: Job;
  /** As displayed; may be newer than `job`. */
  status: string;
}

export function JobActions({ surface, job: fetched, status }: JobActionsProps) {
  const job = { ...fetched, status };
  const servers = [{ surface, jobs: [job] }];
  const title = useJobTitle(surface, job);
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<BulkAction | null>(null);
  const place = { open: setDialog };
  // Re-renders once the server has said that it does not return the workflow.
  useQuery(jobWorkflowQuery(surface, fetched));
  const actions = useJobActions(servers, place);
  const menu = useJobMenu(surface, job, actions);
  useJobKeys(() => servers, place, true);
  const { actionOf, isSubmitting } = actions;
  const [rerun, edit] = [actionOf('run-again'), actionOf('edit')];
  const RerunIcon = JOB_ACTIONS['run-again'].icon;
  const EditIcon = JOB_ACTIONS.edit.icon;
  // Also in the menu: if the details and Cancel need the space, the bar must stay one row.
  const roomy = isTerminal(status) ? 'max-sm:hidden' : 'max-xl:hidden';
  return (
    <>
      {rerun.isShown ? (
        <Button className={roomy} disabledReason={rerun.reason} isBusy={isSubmitting} onClick={rerun.run}>
          {isSubmitting ? null : <RerunIcon aria-hidden />}
          {rerun.label}
        </Button>
      ) : null}
      {edit.isShown ? (
        <Button className={roomy} disabledReason={edit.reason} onClick={edit.run}>
          <EditIcon aria-hidden />
          {edit.label}
        </Button>
      ) : null}
      {isTerminal(status) ? null : <CancelButton surface={surface} job={job} title={title} tone="danger" hasIcon />}
      <Menu
        trigger={
          <Button size="icon" aria-label={t('More actions')}>
            <Ellipsis aria-hidden />
          </Button>
        }
        items={menu}
      />
      {dialog ? (
        <ActionDialog
          action={dialog}
          servers={servers}
          onDeleted={() => void navigate({ to: '/$surface/jobs', params: { surface: surface.id } })}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  );
}
