import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { findSurface } from '@/api/surface';
import type { BatchEntry } from '@/domains/batches/batch-entry';
import { cellCount, MAX_CELLS, planProblem } from '@/domains/batches/batch-plan';
import { startBatch } from '@/domains/batches/batches';
import type { PlannedWorkflow } from '@/domains/batches/browser-ports';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { messageOf } from '@/lib/message-of';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { SegmentedControl } from '@/ui/input/segmented-control';
import { NumberInput } from '@/ui/input/text-input';
import { Dialog } from '@/ui/overlay/dialog';
import { newSeeds, rerunPlan, seedInputs } from './rerun-plan';

interface RerunDialogProps {
  batch: BatchEntry;
  planned: PlannedWorkflow;
  cells: readonly number[];
  onClose: () => void;
}

/** Starts a new batch of some cells, with their values or with new seeds: results of the first batch stay (decision 096). */
export function RerunDialog({ batch, planned: { workflowText, plan }, cells, onClose }: RerunDialogProps) {
  const navigate = useNavigate();
  const inputs = useMemo(() => seedInputs(workflowText), [workflowText]);
  const [hasNewSeeds, setNewSeeds] = useState(inputs.length > 0);
  const [typed, setTyped] = useState('1');
  const [isStarting, setStarting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // A second press may come before the first one has rendered.
  const isBusy = useRef(false);
  const seedCount = hasNewSeeds ? readCount(typed) : 0;
  const planWith = (seeds: Parameters<typeof rerunPlan>[3]) => rerunPlan(plan, cells, inputs, seeds);
  const expected = seedCount === null ? null : planWith(Array.from({ length: seedCount }, (_, index) => index));
  const servers = batch.surfaceIds.map((id) => findSurface(id)).filter((server) => server !== null);
  const [surface] = servers;
  const obstacle =
    surface === undefined
      ? t('Its server was removed. Open a cell as a draft to run it elsewhere.')
      : expected === null
        ? t('The number of seeds must be 1 to {most}.', { most: MAX_CELLS })
        : planProblem(expected);

  const start = async () => {
    if (isBusy.current || seedCount === null || !surface) return;
    isBusy.current = true;
    setStarting(true);
    setFailure(null);
    try {
      const batchId = await startBatch(surface, {
        title: titleAgain(batch.title),
        workflowText,
        plan: planWith(newSeeds(seedCount)),
        limit: batch.limit,
        surfaceIds: servers.map(({ id }) => id),
        draftId: batch.draftId,
        needsPartnerKey: batch.needsPartnerKey,
        fillIns: batch.fillIns,
        sourceJobId: batch.sourceJobId ?? undefined,
      });
      announce(t('{count, plural, one {# job started} other {# jobs started}}', { count: jobCount }));
      onClose();
      void navigate({ to: '/$surface/batches/$batchId', params: { surface: surface.id, batchId } });
    } catch (error) {
      isBusy.current = false;
      setStarting(false);
      setFailure(messageOf(error, t('Could not save the batch in this browser.')));
    }
  };

  const jobCount = expected ? cellCount(expected) : 0;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('{count, plural, one {Run # cell again} other {Run # cells again}}', { count: cells.length })}
      description={t('Starts a new batch. The results and favorites of this one stay as they are.')}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button tone="primary" isBusy={isStarting} disabledReason={obstacle} onClick={() => void start()}>
            {t('{count, plural, one {Start # job} other {Start # jobs}}', { count: jobCount })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {inputs.length > 0 ? (
          <SegmentedControl
            aria-label={t('Values')}
            value={hasNewSeeds ? 'seeds' : 'same'}
            options={[
              { value: 'seeds', label: t('New seeds') },
              { value: 'same', label: t('Same values') },
            ]}
            onValueChange={(next) => setNewSeeds(next === 'seeds')}
          />
        ) : (
          <p className="text-muted">{t('The workflow has no seed, so the cells run with the same values.')}</p>
        )}
        {hasNewSeeds ? (
          <Field label={t('Seeds for each cell')}>
            {(control) => (
              <NumberInput
                {...control}
                inputMode="numeric"
                className="w-24"
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            )}
          </Field>
        ) : null}
        {obstacle === null ? null : <p className="text-sm text-muted">{obstacle}</p>}
        {batch.needsPartnerKey && obstacle === null ? (
          <p className="text-sm text-warn">
            {t('Partner nodes: each of the {count, plural, one {# job} other {# jobs}} may cost credits.', {
              count: jobCount,
            })}
          </p>
        ) : null}
        {failure === null ? null : (
          <p role="alert" className="rounded-lg bg-bad-soft px-3 py-2.5">
            <span className="font-semibold">{t('Nothing was started.')}</span> {failure}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** `null` unless it is a whole number that a batch can have. */
function readCount(text: string): number | null {
  const count = /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : 0;
  return count > 0 && count <= MAX_CELLS ? count : null;
}

/** "Words, again" stays as it is. */
function titleAgain(title: string): string {
  const [before = '', after = ''] = t('{title}, again', { title: '\n' }).split('\n');
  return title.startsWith(before) && title.endsWith(after) ? title : `${before}${title}${after}`;
}
