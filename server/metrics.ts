import type { ReadBucket } from '@contract/router/errors';
import type { JobStatus } from '@contract/jobs/lifecycle';

/**
 * Counts what happens in the gateway, for monitoring, as a port: prom-client in Node; absent in a browser, where nobody reads it.
 * Labels come from fixed lists or the configuration: a label with user input, such as a model id or a path, would add a time series
 * for each of its values.
 */
export interface Metrics {
  /** The head of a response is ready; its body may still be streamed. */
  requestAnswered(request: AnsweredRequest): void;
  /** @param waitS seconds between submission and start */
  jobStarted(waitS: number): void;
  /** @param runS seconds between start and end; `null` if the job never started */
  jobEnded(status: JobStatus, runS: number | null): void;
  uploadStored(result: UploadResult, bytes: number): void;
  modelCallEnded(call: EndedModelCall): void;
  /**
   * Returns everything that was counted, and the state at this moment.
   * @param accept the `Accept` header of the scraper; `null` if it sends none
   */
  expose(state: GatewayState, accept: string | null): Promise<Exposition>;
}

export interface AnsweredRequest {
  method: string;
  /** Pattern of the route, such as `/api/v2/jobs/:id`; `null` if there is none. */
  route: string | null;
  status: number;
  seconds: number;
}

/** `duplicate`: the bytes were already stored. `by_hash`: so they were not sent at all. */
export const UPLOAD_RESULTS = ['stored', 'duplicate', 'by_hash'] as const;

export type UploadResult = (typeof UPLOAD_RESULTS)[number];

export interface EndedModelCall {
  /** Error that the caller gets; `null` if the call succeeded, or was abandoned before the caller got an error. */
  error: ReadBucket | null;
  seconds: number;
}

/** State of the gateway at one moment. */
export interface GatewayState {
  /** Jobs that are not in the trash. */
  jobs: Readonly<Partial<Record<JobStatus, number>>>;
  queue: {
    /** Queued jobs that wait in the gateway, and those that an engine has already. */
    waiting: number;
    atEngine: number;
    isPaused: boolean;
    /** Maximum number of queued jobs. */
    depth: number;
  };
  engines: readonly { name: string; isUp: boolean; isDraining: boolean; runningJobs: number }[];
  modelCalls: { inFlight: number; queued: number };
  /** Open event streams: of one job, and of all jobs. */
  streams: { job: number; feed: number };
  storage: {
    files: Readonly<Record<'uploads' | 'outputs' | 'trash', { files: number; bytes: number }>>;
    /** `null` if unknown. */
    freeBytes: number | null;
    hasProblem: boolean;
  };
  /** Events that wait for the receiver of the webhook. */
  webhookWaiting: number;
}

export interface Exposition {
  contentType: string;
  text: string;
}
