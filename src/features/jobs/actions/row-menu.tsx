import { Ellipsis } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Menu } from '@/ui/overlay/menu';
import { openAction } from '../selection/selection-store';
import { useJobActions, useJobMenu } from './use-job-actions';

export interface RowMenuProps {
  surface: Surface;
  job: ListedJob;
  title: string;
}

/** Visible like the checkbox of the row: on hover and focus. Its actions are determined on the first press. */
export function RowMenu({ surface, job, title }: RowMenuProps) {
  const [isActivated, setActivated] = useState(false);
  const trigger = (
    <Button
      tone="ghost"
      size="icon-sm"
      aria-label={t('More actions for {title}', { title })}
      title={t('More')}
      // Above the link that covers the whole row.
      className="relative z-1 group-focus-within/row:opacity-100 group-hover/row:opacity-100 data-[state=open]:opacity-100 max-md:-my-2 max-md:-mr-2 max-md:size-9 pointer-fine:opacity-0"
      {...(isActivated ? {} : { 'aria-haspopup': 'menu', onClick: () => setActivated(true) })}
    >
      <Ellipsis aria-hidden />
    </Button>
  );
  return isActivated ? <ActiveMenu surface={surface} job={job} trigger={trigger} /> : trigger;
}

function ActiveMenu({ surface, job, trigger }: { surface: Surface; job: ListedJob; trigger: ReactNode }) {
  const actions = useJobActions([{ surface, jobs: [job] }], { open: openAction });
  return <Menu trigger={trigger} items={useJobMenu(surface, job, actions)} isOpenAtOnce />;
}
