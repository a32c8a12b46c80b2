import os from 'node:os';
import { DEFAULT_SETTINGS } from '../deps';
import type { EngineAddress } from '../engines/engine';
import { platformDataFolder } from './platform-data-folder';

export const ENGINES = ['auto', 'embedded', 'comfyui', 'scripted'] as const;
export const LOG_FORMS = ['auto', 'text', 'json'] as const;

/** What the gateway was asked to do, from its flags and its environment; a flag wins over its variable. */
export interface GatewayOptions {
  /** 0: any free port. */
  port: number;
  token: string | null;
  dataDir: string;
  /** Null: `flowdeck.config.json` in the data folder, if it is there. */
  config: string | null;
  /** Null: outputs lie in the data folder only. */
  outputDir: string | null;
  engine: (typeof ENGINES)[number];
  /** Jobs that the scripted engine of the tests takes at once. */
  scriptedParallel: number;
  /** Models of the tests that do nothing but fill the catalog. */
  scriptedModels: number;
  /** In the order in which they get jobs; empty: the configuration names them. */
  comfyui: EngineAddress[];
  retentionMs: number;
  queueDepth: number;
  maxUploadBytes: number;
  modelDeadlineMs: number;
  maxModelBodyBytes: number;
  modelCalls: number;
  modelSpendCents: number;
  modelRate: { calls: number; windowMs: number };
  allowedOrigins: string[];
  allowedHosts: string[];
  publicUrl: string | null;
  /** Open to everyone who reaches it, although it is reachable under other names. */
  noToken: boolean;
  /** Addresses whose `X-Forwarded-For` is believed. */
  trustedProxies: string[];
  /** Sign out all browsers at start. */
  endSessions: boolean;
  /** List stored files that the database does not know as uploads. */
  recover: boolean;
  /** Check the data folder and end. */
  verify: boolean;
  open: boolean;
  log: (typeof LOG_FORMS)[number];
}

/** What holds if no flag and no variable says otherwise. */
export function defaultOptions(environment: NodeJS.ProcessEnv): GatewayOptions {
  return {
    port: 8189,
    token: null,
    dataDir: platformDataFolder(process.platform, environment, os.homedir()),
    config: null,
    outputDir: null,
    engine: 'auto',
    scriptedParallel: 1,
    scriptedModels: 0,
    comfyui: [],
    retentionMs: DEFAULT_SETTINGS.retentionMs,
    queueDepth: DEFAULT_SETTINGS.queueDepth,
    maxUploadBytes: DEFAULT_SETTINGS.maxUploadBytes,
    modelDeadlineMs: DEFAULT_SETTINGS.modelDeadlineMs,
    maxModelBodyBytes: DEFAULT_SETTINGS.maxModelBodyBytes,
    modelCalls: DEFAULT_SETTINGS.modelCalls,
    modelSpendCents: DEFAULT_SETTINGS.modelSpendCents,
    modelRate: DEFAULT_SETTINGS.modelRate,
    allowedOrigins: [],
    allowedHosts: [],
    publicUrl: null,
    noToken: false,
    trustedProxies: [],
    endSessions: false,
    recover: false,
    verify: false,
    open: false,
    log: 'auto',
  };
}
