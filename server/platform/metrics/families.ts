import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

// The families of `/metrics`. Names and labels are public: dashboards and alerts of users depend on them. `docs/metrics.md` lists all,
// which a test compares.

/** Seconds. A request for a model may wait ten minutes. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600];
/** Seconds, from a graph that is cached as a whole to a long video. */
const JOB_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 60, 120, 300, 600, 1800, 3600, 14_400];

/** What happened since the process started. */
export function eventFamilies(registry: Registry) {
  const registers = [registry];
  return {
    requests: new Counter({
      name: 'flowdeck_http_requests_total',
      help: 'Requests of the APIs and the console, without its files.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'flowdeck_http_request_duration_seconds',
      help: 'Time from a request to the head of its response.',
      labelNames: ['method', 'route'],
      buckets: REQUEST_BUCKETS,
      registers,
    }),
    jobsEnded: new Counter({
      name: 'flowdeck_jobs_ended_total',
      help: 'Jobs that ended, by final status.',
      labelNames: ['status'],
      registers,
    }),
    jobWait: new Histogram({
      name: 'flowdeck_job_wait_seconds',
      help: 'Time from the submission of a job to its start.',
      buckets: JOB_BUCKETS,
      registers,
    }),
    jobRun: new Histogram({
      name: 'flowdeck_job_run_seconds',
      help: 'Time from the start of a job to its end, by final status.',
      labelNames: ['status'],
      buckets: JOB_BUCKETS,
      registers,
    }),
    uploads: new Counter({
      name: 'flowdeck_uploads_total',
      help: 'Uploaded files: stored, duplicate (the bytes were stored already), by_hash (so they were not sent at all).',
      labelNames: ['result'],
      registers,
    }),
    uploadBytes: new Counter({
      name: 'flowdeck_upload_bytes_total',
      help: 'Sizes of the uploaded files.',
      labelNames: ['result'],
      registers,
    }),
    modelCalls: new Counter({
      name: 'flowdeck_model_calls_total',
      help: 'Model calls that ended, by type of error; none if they succeeded.',
      labelNames: ['error'],
      registers,
    }),
    modelCallSeconds: new Histogram({
      name: 'flowdeck_model_call_duration_seconds',
      help: 'Time from the start of a model call to its end.',
      buckets: JOB_BUCKETS,
      registers,
    }),
  };
}

/** The state at the moment of the scrape. */
export function stateFamilies(registry: Registry) {
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  return {
    build: gauge('flowdeck_build_info', 'Always 1.', ['version', 'node']),
    jobs: gauge('flowdeck_jobs', 'Stored jobs by status, without deleted ones.', ['status']),
    queueJobs: gauge(
      'flowdeck_queue_jobs',
      'Queued jobs that wait in the gateway, and those that an engine has already.',
      ['where'],
    ),
    queueLimit: gauge('flowdeck_queue_limit_jobs', 'Maximum number of queued jobs.'),
    queuePaused: gauge('flowdeck_queue_paused', '1 while the queue is paused.'),
    engineUp: gauge('flowdeck_engine_up', '1 if the engine can run jobs.', ['engine']),
    engineDraining: gauge('flowdeck_engine_draining', '1 if the engine gets no new jobs.', ['engine']),
    engineJobs: gauge('flowdeck_engine_running_jobs', 'Jobs that the engine runs.', ['engine']),
    modelCalls: gauge('flowdeck_open_model_calls', 'Model calls that run or wait for a limit.', ['state']),
    streams: gauge('flowdeck_event_streams', 'Open event streams, of one job and of all jobs.', ['kind']),
    files: gauge('flowdeck_files', 'Stored files by kind; trash are those of deleted jobs.', ['kind']),
    fileBytes: gauge(
      'flowdeck_file_bytes',
      'Sizes of the stored files. Files with the same bytes are stored once, and counted each.',
      ['kind'],
    ),
    databaseBytes: gauge('flowdeck_database_bytes', 'Size of the database and its log.'),
    diskFree: gauge('flowdeck_disk_free_bytes', 'Free space on the disk of the data folder.'),
    storageProblem: gauge('flowdeck_storage_problem', '1 if health reports a problem of the data folder.'),
    webhookWaiting: gauge(
      'flowdeck_webhook_waiting_events',
      'Events that the receiver of the webhook has not taken yet.',
    ),
  };
}
