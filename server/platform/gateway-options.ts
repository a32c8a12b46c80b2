import os from 'node:os';
import path from 'node:path';
import { DEFAULT_SETTINGS } from '../deps';
import type { GivenFlag } from '@contract/console/written-schemas';
import type { WebhookSettings } from '@contract/console/webhook-changes';
import type { EngineEndpoint } from '../engines/engine';

export const ENGINES = ['auto', 'embedded', 'comfyui'] as const;
export const LOG_FORMS = ['auto', 'text', 'json'] as const;

/** Options of the gateway from flags and environment variables; flags override variables. */
export interface GatewayOptions {
  /** 0 selects any free port. */
  port: number;
  token: string | null;
  dataDir: string;
  /** `null`: `flowdeck.config.json` in the data folder, if it exists. */
  config: string | null;
  /** `null`: outputs are stored in the data folder only. */
  outputDir: string | null;
  engine: (typeof ENGINES)[number];
  /** In the order in which they get jobs; if empty, the configuration lists them. */
  comfyui: EngineEndpoint[];
  retentionMs: number;
  queueDepth: number;
  maxUploadBytes: number;
  /** `null`: no limit. */
  maxStorageBytes: number | null;
  modelDeadlineMs: number;
  maxModelBodyBytes: number;
  modelCalls: number;
  modelSpendCents: number;
  modelRate: { calls: number; windowMs: number };
  allowedOrigins: string[];
  allowedHosts: string[];
  publicUrl: string | null;
  /** `null`: the webhook is set on screen. */
  webhook: WebhookSettings | null;
  /** No token is required, although the gateway is reachable under other names. */
  noToken: boolean;
  /** `/metrics` needs no token. */
  openMetrics: boolean;
  /** IP addresses whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[];
  /** Signs out all browsers at start. */
  endSessions: boolean;
  /** Lists stored files that are missing in the database as uploads. */
  recover: boolean;
  /** Of `flowdeck backup`: the folder of the backups, and how many remain; `null`: all. */
  backup: { to: string | null; keep: number | null };
  /** `null`: no backups are scheduled. */
  scheduledBackups: { to: string | null; everyMs: number | null; keep: number | null };
  /** Of `flowdeck restore`: the folder of the backups, the name of one or `null` for the newest, and whether queued paid calls are sent. */
  restore: { from: string | null; backup: string | null; sendsCalls: boolean };
  open: boolean;
  log: (typeof LOG_FORMS)[number];
  /** `null`: the log goes to stderr only. */
  logFile: string | null;
  /** Of the log file and its predecessors together. */
  logMaxBytes: number;
  logMaxAgeMs: number;
  /** What this start was given, without credentials. */
  given: GivenFlag[];
}

/** Defaults for options without a flag or variable. */
export function defaultOptions(environment: NodeJS.ProcessEnv): GatewayOptions {
  return {
    port: 8189,
    token: null,
    dataDir: platformDataFolder(process.platform, environment, os.homedir()),
    config: null,
    outputDir: null,
    engine: 'auto',
    comfyui: [],
    retentionMs: DEFAULT_SETTINGS.retentionMs,
    queueDepth: DEFAULT_SETTINGS.queueDepth,
    maxUploadBytes: DEFAULT_SETTINGS.maxUploadBytes,
    maxStorageBytes: DEFAULT_SETTINGS.maxStorageBytes,
    modelDeadlineMs: DEFAULT_SETTINGS.modelDeadlineMs,
    maxModelBodyBytes: DEFAULT_SETTINGS.maxModelBodyBytes,
    modelCalls: DEFAULT_SETTINGS.modelCalls,
    modelSpendCents: DEFAULT_SETTINGS.modelSpendCents,
    modelRate: DEFAULT_SETTINGS.modelRate,
    allowedOrigins: [],
    allowedHosts: [],
    publicUrl: null,
    webhook: null,
    noToken: false,
    openMetrics: false,
    trustedProxies: [],
    endSessions: false,
    recover: false,
    backup: { to: null, keep: null },
    scheduledBackups: { to: null, everyMs: null, keep: null },
    restore: { from: null, backup: null, sendsCalls: false },
    open: false,
    log: 'auto',
    logFile: null,
    logMaxBytes: 50 * 1024 ** 2,
    logMaxAgeMs: 30 * 24 * 3600 * 1000,
    given: [],
  };
}

/** Returns the folder for user data of the platform: XDG, Library or AppData. */
export function platformDataFolder(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Flowdeck');
  if (platform === 'win32') {
    return path.join(environment['LOCALAPPDATA'] || path.join(home, 'AppData', 'Local'), 'Flowdeck');
  }
  const base = environment['XDG_DATA_HOME'];
  // The XDG specification says to ignore relative paths.
  return path.join(base && path.isAbsolute(base) ? base : path.join(home, '.local', 'share'), 'flowdeck');
}
