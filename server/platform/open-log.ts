import os from 'node:os';
import type { HostDiagnostics } from '../deps';
import type { Logger } from '../log';
import { createRedaction, secretsOf, secretsOfWebhook } from '../redaction';
import type { GatewayOptions } from './gateway-options';
import { LogFile } from './log-file';
import { createNodeLog } from './node-log';

/**
 * Opens the log of the options, whose last lines the diagnostics report shows.
 * @throws StartupProblem if the log file cannot be written
 */
export function openLog(options: GatewayOptions): { log: Logger; diagnostics: HostDiagnostics } {
  const { token, webhook } = options;
  const given = [...(token === null ? [] : [token]), ...(webhook ? secretsOfWebhook(webhook) : [])];
  const redact = createRedaction([...given, ...secretsOf(process.env)]);
  const recent = new RecentLines();
  const { logFile, logMaxBytes, logMaxAgeMs } = options;
  const onProblem = (sentence: string) => log.error({}, sentence);
  const file =
    logFile === null ? null : new LogFile({ path: logFile, maxBytes: logMaxBytes, maxAgeMs: logMaxAgeMs, onProblem });
  const copies = [(line: string) => recent.add(line), ...(file ? [(line: string) => file.write(line)] : [])];
  const log = createNodeLog(options.log, { redact, copies });
  const diagnostics: HostDiagnostics = {
    platform: () => ({
      system: `${os.type()} ${os.release()} ${os.arch()}`,
      node: process.version,
      uptime_ms: Math.round(process.uptime() * 1000),
      memory_bytes: process.memoryUsage.rss(),
    }),
    flags: options.given.map((flag) => ({ ...flag, value: flag.value === null ? null : withoutHome(flag.value) })),
    logLines: () => recent.lines.map(withoutHome),
    redact,
  };
  return { log, diagnostics };
}

/** The name of the user is part of the home folder, and says nothing about a bug. */
function withoutHome(text: string): string {
  const home = os.homedir();
  return home.length > 1 ? text.replaceAll(home, '~') : text;
}

const MAX_LINES = 500;
/** Of a line: a stack or the output of a crashed process can be long. */
const MAX_LENGTH = 4000;

/** The last lines of the log in memory, for the diagnostics report: at most two megabytes. */
class RecentLines {
  #lines: string[] = [];

  add(line: string): void {
    const text = line.trimEnd();
    this.#lines.push(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);
    // In steps: removing the first element for each line would move all others.
    if (this.#lines.length >= 2 * MAX_LINES) this.#lines = this.#lines.slice(-MAX_LINES);
  }

  /** Oldest first. */
  get lines(): string[] {
    return this.#lines.slice(-MAX_LINES);
  }
}
