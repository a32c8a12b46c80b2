import type { Diagnostics } from '@contract/console/diagnostics';
import { redactText } from '@contract/redact-text';

export interface BrowserFacts {
  madeAt: Date;
  browser: string;
  languages: readonly string[];
  /** In CSS pixels. */
  window: { width: number; height: number; pixelRatio: number };
  /** Whether the page is an installed app. */
  isInstalled: boolean;
  /** Choices that differ from their default, as stored. */
  settings: Readonly<Record<string, string>>;
}

export type GatewayFacts =
  | { kind: 'read'; report: Diagnostics }
  | { kind: 'failed'; message: string }
  | { kind: 'none' };

/**
 * Writes the report of Settings, Diagnostics as JSON: what it shows is what it saves. The gateway has removed its credentials; the page
 * removes from its own part what looks like one.
 */
export function diagnosticsReport(
  { madeAt, browser, languages, window, isInstalled, settings }: BrowserFacts,
  gateway: GatewayFacts,
): string {
  const console = {
    browser: redactText(browser),
    languages,
    window,
    is_installed: isInstalled,
    settings: Object.fromEntries(Object.entries(settings).map(([key, text]) => [key, redactText(text)])),
  };
  const report = {
    made_at: madeAt.toISOString(),
    console,
    gateway:
      gateway.kind === 'read'
        ? gateway.report
        : gateway.kind === 'failed'
          ? { problem: redactText(gateway.message) }
          : { problem: 'This page runs without a Flowdeck gateway' },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** `flowdeck-diagnostics-2026-11-28.json` */
export function diagnosticsFileName(madeAt: Date): string {
  return `flowdeck-diagnostics-${madeAt.toISOString().slice(0, 10)}.json`;
}
