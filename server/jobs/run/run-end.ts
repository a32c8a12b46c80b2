import type { JobStatus } from '@contract/jobs/lifecycle';
import type { JobError } from '@contract/jobs/schemas';
import type { RunOutcome } from '../../engines/engine';
import type { ActiveRun } from './active-run';

/** The terminal status of a run. */
interface RunEnd {
  status: JobStatus;
  error: JobError | null;
}

/** What the outcome of the engine means for the job (Job API 3). */
export function toRunEnd(status: 'queued' | 'running' | 'canceling', outcome: RunOutcome, run: ActiveRun): RunEnd {
  if (status === 'canceling') return { status: 'canceled', error: null };
  if (run.commitFault) {
    const { output } = run.commitFault;
    const message = `The file ${output.name} could not be stored; see whether the disk of the gateway is full`;
    return { status: 'failed', error: { code: 'output_not_stored', message, node_id: output.nodeId || null } };
  }
  if (outcome.kind === 'succeeded') return { status: 'succeeded', error: null };
  if (outcome.kind === 'failed') return { status: 'failed', error: outcome.error };
  return {
    status: 'failed',
    error: { code: 'engine_stopped', message: 'The engine stopped this run unexpectedly' },
  };
}

/** For the log of the job. */
export function endMessage({ status, error }: RunEnd): string {
  return error ? `The run failed: ${error.message}` : `The run ended: ${status}`;
}
