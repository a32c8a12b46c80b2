import type { JobError } from '@contract/jobs/schemas';
import type { RunAsset } from '../../engine';
import type { ComfyRejection } from '../client/comfy-client';
import type { ComfyTooLarge } from '../client/limited-body';

/** Fails a run with a job error. */
export class RunFailure extends Error {
  readonly jobError: JobError;
  constructor(jobError: JobError) {
    super(jobError.message);
    this.name = 'RunFailure';
    this.jobError = jobError;
  }
}

const LOST = 'engine_lost';

export function lostWhileRunning(): JobError {
  return {
    code: LOST,
    message: 'ComfyUI stopped while running this job and has lost it',
  };
}

export function lostWhileUnreachable(): JobError {
  return {
    code: LOST,
    message: 'The gateway was restarted while ComfyUI had this job, and ComfyUI has lost it',
  };
}

export function lostTooOften(times: number): JobError {
  return { code: LOST, message: `ComfyUI lost this job ${times} times before it began to run it` };
}

export function removedFromQueue(): JobError {
  return { code: LOST, message: 'This job was removed from the queue of ComfyUI before it ran' };
}

export function tooOld(): JobError {
  return {
    code: 'engine_too_old',
    message: 'This version of ComfyUI assigns its own prompt IDs, so jobs cannot be tracked. Update ComfyUI',
  };
}

export function interrupted(): JobError {
  return { code: 'engine_interrupted', message: 'Interrupted in ComfyUI' };
}

export function unexpected(): JobError {
  return { code: 'engine_error', message: 'The run on ComfyUI stopped unexpectedly' };
}

export function inputRejected(asset: RunAsset, rejection: ComfyRejection): JobError {
  const name = asset.filePath ?? asset.id;
  const why =
    rejection.status === 413
      ? 'it is larger than ComfyUI accepts; start ComfyUI with a larger --max-upload-size'
      : `ComfyUI responded with ${rejection.status}`;
  return { code: 'input_refused', message: `Could not send the file ${name} to ComfyUI: ${why}` };
}

export function outputRejected(rejection: ComfyRejection): JobError {
  const why = rejection.status === 404 ? 'it no longer exists' : `ComfyUI responded with ${rejection.status}`;
  return { code: 'output_unavailable', message: `A file of this run could not be read from ComfyUI: ${why}` };
}

export function responseTooLarge(error: ComfyTooLarge): JobError {
  return { code: 'engine_error', message: error.message };
}

export function imagesMissed(nodeId: string): JobError {
  return {
    code: 'output_unavailable',
    message:
      'This node sends images only over a live connection, and the connection to ComfyUI was lost. Use SaveImage, which stores them',
    node_id: nodeId,
  };
}

export function outputTooLarge(maxBytes: number): JobError {
  const limit = `${Math.round(maxBytes / 1024 ** 3)} GB`;
  return {
    code: 'output_too_large',
    message: `A file of this run exceeds the limit of ${limit}`,
  };
}

export function outputNotStored(error: unknown): JobError {
  const why = error instanceof Error ? error.message : String(error);
  return { code: 'output_not_stored', message: `A file of this run could not be stored: ${why}` };
}
