import path from 'node:path';
import {
  BadValue,
  bearerToken,
  byteSize,
  duration,
  engineUrl,
  hostName,
  httpOrigin,
  ipUrl,
  oneOf,
  publicAddress,
  rate,
  webhookSecret,
  webhookUrl,
  wholeNumber,
} from './flag-values';
import { WEBHOOK_FORMATS, WEBHOOK_JOBS, type WebhookSettings } from '@contract/console/webhook-changes';
import type { EngineEndpoint } from '../engines/engine';
import type { ShownFlag } from './commands';
import { ENGINES, LOG_FORMS, type GatewayOptions } from './gateway-options';

export interface Flag extends ShownFlag {
  apply: (options: GatewayOptions, value: string) => void;
}

const MB = 1024 ** 2;

export const FLAGS: readonly Flag[] = [
  {
    name: '--port',
    variable: 'FLOWDECK_PORT',
    value: 'number',
    help: 'Port on 127.0.0.1, 0 for any free one (default 8189)',
    apply: (options, value) => (options.port = wholeNumber(value, 0, 65_535)),
  },
  {
    name: '--token',
    variable: 'FLOWDECK_TOKEN',
    value: 'text',
    help: 'Require this bearer token, 16 characters or more; prefer the variable, flags show up in process lists (default: none)',
    apply: (options, value) => (options.token = bearerToken(value)),
  },
  {
    name: '--no-token',
    help: 'Stay open to everyone who reaches it, even with --public-url or --allow-host',
    apply: (options) => (options.noToken = true),
  },
  {
    name: '--open-metrics',
    help: 'Let monitoring read /metrics without the token',
    apply: (options) => (options.openMetrics = true),
  },
  {
    name: '--end-sessions',
    help: 'Sign out all browsers at start',
    apply: (options) => (options.endSessions = true),
  },
  {
    name: '--data-dir',
    variable: 'FLOWDECK_DATA_DIR',
    value: 'folder',
    help: 'Folder for jobs and files (default: the data folder of the system)',
    apply: (options, value) => (options.dataDir = path.resolve(value)),
  },
  {
    name: '--config',
    variable: 'FLOWDECK_CONFIG',
    value: 'file',
    help: 'Configuration of model providers and engines (default: flowdeck.config.json in the data folder, if it exists)',
    apply: (options, value) => (options.config = path.resolve(value)),
  },
  {
    name: '--output-dir',
    variable: 'FLOWDECK_OUTPUT_DIR',
    value: 'folder',
    help: 'Also save outputs here as named files (default: none)',
    apply: (options, value) => (options.outputDir = path.resolve(value)),
  },
  {
    name: '--engine',
    variable: 'FLOWDECK_ENGINE',
    value: 'name',
    help: 'Engine that runs workflows: auto, embedded or comfyui (default auto)',
    apply: (options, value) => (options.engine = oneOf(value, ENGINES)),
  },
  {
    name: '--comfyui',
    variable: 'FLOWDECK_COMFYUI',
    value: 'address',
    isRepeatable: true,
    help: 'URL of your ComfyUI, or name=URL, for --engine auto and comfyui (default: the engines of --config, else http://127.0.0.1:8188)',
    apply: (options, value) => addEngine(options, engineUrl(value)),
  },
  {
    name: '--retention',
    variable: 'FLOWDECK_RETENTION',
    value: 'time',
    help: 'Retention of jobs and their outputs, such as 12h, 7d or 10y (default 10y)',
    apply: (options, value) => (options.retentionMs = duration(value)),
  },
  {
    name: '--queue-depth',
    variable: 'FLOWDECK_QUEUE_DEPTH',
    value: 'number',
    help: 'Maximum length of the queue and of queued model calls; further ones are rejected (default 1000)',
    apply: (options, value) => (options.queueDepth = wholeNumber(value, 1, 1_000_000)),
  },
  {
    name: '--max-upload-mb',
    variable: 'FLOWDECK_MAX_UPLOAD_MB',
    value: 'number',
    help: 'Largest upload, in MiB (default 2048)',
    apply: (options, value) => (options.maxUploadBytes = wholeNumber(value, 1, 1_048_576) * MB),
  },
  {
    name: '--max-storage',
    variable: 'FLOWDECK_MAX_STORAGE',
    value: 'size',
    help: 'Largest size of outputs and uploads, such as 500MB or 50GB; the oldest outputs without stars, ratings, tags or use are removed to keep it (default: no limit)',
    apply: (options, value) => (options.maxStorageBytes = byteSize(value)),
  },
  {
    name: '--model-deadline',
    variable: 'FLOWDECK_MODEL_DEADLINE',
    value: 'time',
    help: 'Maximum time a model request waits for a result (default 10m)',
    apply: (options, value) => (options.modelDeadlineMs = duration(value)),
  },
  {
    name: '--model-calls',
    variable: 'FLOWDECK_MODEL_CALLS',
    value: 'number',
    help: 'Maximum number of model calls in flight (default 8)',
    apply: (options, value) => (options.modelCalls = wholeNumber(value, 1, 10_000)),
  },
  {
    name: '--model-rate',
    variable: 'FLOWDECK_MODEL_RATE',
    value: 'rate',
    help: 'Rate limit for model calls, such as 600/1m (default)',
    apply: (options, value) => (options.modelRate = rate(value)),
  },
  {
    name: '--model-spend-usd',
    variable: 'FLOWDECK_MODEL_SPEND_USD',
    value: 'number',
    help: 'Maximum committed spend of in-flight model calls, in US dollars (default 100)',
    apply: (options, value) => (options.modelSpendCents = wholeNumber(value, 0, 1_000_000) * 100),
  },
  {
    name: '--max-model-body-mb',
    variable: 'FLOWDECK_MAX_MODEL_BODY_MB',
    value: 'number',
    help: 'Largest input of a model, in MiB (default 100)',
    apply: (options, value) => (options.maxModelBodyBytes = wholeNumber(value, 1, 512) * MB),
  },
  {
    name: '--allow-origin',
    variable: 'FLOWDECK_ALLOW_ORIGIN',
    value: 'origin',
    isRepeatable: true,
    help: 'Let pages of this origin call the gateway',
    apply: (options, value) => options.allowedOrigins.push(httpOrigin(value)),
  },
  {
    name: '--allow-host',
    variable: 'FLOWDECK_ALLOW_HOST',
    value: 'name',
    isRepeatable: true,
    help: 'Also accept requests for this host name, for a reverse proxy',
    apply: (options, value) => options.allowedHosts.push(hostName(value)),
  },
  {
    name: '--public-url',
    variable: 'FLOWDECK_PUBLIC_URL',
    value: 'address',
    help: 'Public URL of the gateway behind a TLS reverse proxy; it may have a path, as https://example.org/deck',
    apply: (options, value) => (options.publicUrl = publicAddress(value)),
  },
  {
    name: '--trust-proxy',
    variable: 'FLOWDECK_TRUST_PROXY',
    value: 'address',
    isRepeatable: true,
    help: 'Trust X-Forwarded-For from a reverse proxy at this IP address',
    apply: (options, value) => options.trustedProxies.push(ipUrl(value)),
  },
  {
    name: '--webhook',
    variable: 'FLOWDECK_WEBHOOK',
    value: 'address',
    help: 'Report ended jobs and batches to this URL (default: the webhook of the settings page)',
    apply: (options, value) => (webhookOf(options).url = webhookUrl(value)),
  },
  {
    name: '--webhook-secret',
    variable: 'FLOWDECK_WEBHOOK_SECRET',
    value: 'text',
    help: 'Sign what the webhook sends; prefer the variable, flags show up in process lists (default: unsigned)',
    apply: (options, value) => (webhookOf(options).secret = webhookSecret(value)),
  },
  {
    name: '--webhook-format',
    variable: 'FLOWDECK_WEBHOOK_FORMAT',
    value: 'form',
    help: 'What the webhook sends: json, or text for ntfy (default json)',
    apply: (options, value) => (webhookOf(options).format = oneOf(value, WEBHOOK_FORMATS)),
  },
  {
    name: '--webhook-jobs',
    variable: 'FLOWDECK_WEBHOOK_JOBS',
    value: 'which',
    help: 'Jobs that the webhook reports: all, or outside_batches (default all)',
    apply: (options, value) => (webhookOf(options).jobs = oneOf(value, WEBHOOK_JOBS)),
  },
  {
    name: '--webhook-private',
    help: 'Let the webhook reach private addresses',
    apply: (options) => (webhookOf(options).allow_private = true),
  },
  {
    name: '--backup-to',
    variable: 'FLOWDECK_BACKUP_TO',
    value: 'folder',
    help: 'Back up the data folder to this folder at intervals (default: no backups)',
    apply: (options, value) => (options.scheduledBackups.to = path.resolve(value)),
  },
  {
    name: '--backup-every',
    variable: 'FLOWDECK_BACKUP_EVERY',
    value: 'time',
    help: 'Interval of these backups, such as 6h or 1d (default 24h)',
    apply: (options, value) => (options.scheduledBackups.everyMs = duration(value)),
  },
  {
    name: '--backup-keep',
    variable: 'FLOWDECK_BACKUP_KEEP',
    value: 'number',
    help: 'Number of these backups to keep; older ones are removed (default: all)',
    apply: (options, value) => (options.scheduledBackups.keep = wholeNumber(value, 1, 100_000)),
  },
  {
    name: '--log',
    variable: 'FLOWDECK_LOG',
    value: 'form',
    help: 'Log to stderr as auto, text or json (default auto: text on a terminal)',
    apply: (options, value) => (options.log = oneOf(value, LOG_FORMS)),
  },
  {
    name: '--log-file',
    variable: 'FLOWDECK_LOG_FILE',
    value: 'file',
    help: 'Also write the log to this file, as JSON lines (default: none)',
    apply: (options, value) => (options.logFile = path.resolve(value)),
  },
  {
    name: '--log-max-size',
    variable: 'FLOWDECK_LOG_MAX_SIZE',
    value: 'size',
    help: 'Largest size of the log file and its predecessors together (default 50MB)',
    apply: (options, value) => (options.logMaxBytes = byteSize(value)),
  },
  {
    name: '--log-max-age',
    variable: 'FLOWDECK_LOG_MAX_AGE',
    value: 'time',
    help: 'Time after which lines of the log file are deleted (default 30d)',
    apply: (options, value) => (options.logMaxAgeMs = duration(value)),
  },
  {
    name: '--recover',
    help: 'Add stored files that are missing in the database as uploads, after the database was lost or damaged',
    apply: (options) => (options.recover = true),
  },
  {
    name: '--to',
    value: 'folder',
    help: 'Folder of the backups; it is created if it is missing',
    apply: (options, value) => (options.backup.to = path.resolve(value)),
  },
  {
    name: '--keep',
    value: 'number',
    help: 'Number of backups to keep; older ones are removed (default: all)',
    apply: (options, value) => (options.backup.keep = wholeNumber(value, 1, 100_000)),
  },
  {
    name: '--from',
    value: 'folder',
    help: 'Folder of the backups',
    apply: (options, value) => (options.restore.from = path.resolve(value)),
  },
  {
    name: '--backup',
    value: 'name',
    help: 'Backup to restore, such as 20260131T180000000Z (default: the newest)',
    apply: (options, value) => (options.restore.backup = value),
  },
  {
    name: '--send-model-calls',
    help: 'Send queued model calls, although they may have run since the backup and cost again',
    apply: (options) => (options.restore.sendsCalls = true),
  },
  { name: '--open', help: 'Open the console in the browser', apply: (options) => (options.open = true) },
  { name: '--help', help: 'Show this help', apply: () => {} },
  { name: '--version', help: 'Show the version', apply: () => {} },
];

/** The webhook of the flags, which can come in any order; its URL is empty until `--webhook` sets it. */
function webhookOf(options: GatewayOptions): WebhookSettings {
  options.webhook ??= { url: '', format: 'json', jobs: 'all', allow_private: false, secret: null };
  return options.webhook;
}

/** @throws BadValue */
function addEngine({ comfyui }: GatewayOptions, added: EngineEndpoint): void {
  const same = comfyui.find(({ name, url }) => name === added.name || url === added.url);
  if (same?.url === added.url) throw new BadValue(`names ${added.url} twice`);
  if (same) throw new BadValue(`gives the name "${added.name}" twice`);
  comfyui.push(added);
}
