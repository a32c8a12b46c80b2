import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { findSurface } from '@/api/surface';
import type { BatchEntry } from '@/domains/batches/batch-entry';
import { cellCount, MAX_CELLS, planProblem } from '@/domains/batches/batch-plan';
import { startBatch } from '@/domains/batches/batches';
import type { PlannedWorkflow } from '@/domains/batches/browser-ports';
import { formatCount } from '@/lib/format';
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
      ? 'Its server was removed. Open a cell as a draft to run it elsewhere.'
      : expected === null
        ? `The number of seeds must be 1 to ${MAX_CELLS}.`
        : planProblem(expected);

  const start = async () => {
    if (isBusy.current || seedCount === null || !surface) return;
    isBusy.current = true;
    setStarting(true);
    setFailure(null);
    try {
      const batchId = await startBatch(surface, {
        title: `${batch.title.replace(/, again$/, '')}, again`,
        workflowText,
        plan: planWith(newSeeds(seedCount)),
        limit: batch.limit,
        surfaceIds: servers.map(({ id }) => id),
        draftId: batch.draftId,
        needsPartnerKey: batch.needsPartnerKey,
        fillIns: batch.fillIns,
        sourceJobId: batch.sourceJobId ?? undefined,
      });
      announce(`${jobs} started`);
      onClose();
      void navigate({ to: '/$surface/batches/$batchId', params: { surface: surface.id, batchId } });
    } catch (error) {
      isBusy.current = false;
      setStarting(false);
      setFailure(messageOf(error, 'Could not save the batch in this browser.'));
    }
  };

  const jobs = formatCount(expected ? cellCount(expected) : 0, 'job');
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={`Run ${formatCount(cells.length, 'cell')} again`}
      description="Starts a new batch. The results and favorites of this one stay as they are."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" isBusy={isStarting} disabledReason={obstacle} onClick={() => void start()}>
            Start {jobs}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {inputs.length > 0 ? (
          <SegmentedControl
            aria-label="Values"
            value={hasNewSeeds ? 'seeds' : 'same'}
            options={[
              { value: 'seeds', label: 'New seeds' },
              { value: 'same', label: 'Same values' },
            ]}
            onValueChange={(next) => setNewSeeds(next === 'seeds')}
          />
        ) : (
          <p className="text-muted">The workflow has no seed, so the cells run with the same values.</p>
        )}
        {hasNewSeeds ? (
          <Field label="Seeds for each cell">
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
          <p className="text-sm text-warn">Partner nodes: each of the {jobs} may cost credits.</p>
        ) : null}
        {failure === null ? null : (
          <p role="alert" className="rounded-lg bg-bad-soft px-3 py-2.5">
            <span className="font-semibold">Nothing was started.</span> {failure}
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
