import { Registry } from 'prom-client';
import type { Exposition } from '../../metrics';

/** Returns true if the scraper prefers OpenMetrics, or takes it as well as the text format: it lists what it prefers first. */
export function wantsOpenMetrics(accept: string | null): boolean {
  const quality = (type: string) => {
    const ranges = (accept ?? '').split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()));
    const given = ranges.filter(([name]) => name === type).map((range) => range.find((part) => part.startsWith('q=')));
    return Math.max(0, ...given.map((q) => (q === undefined ? 1 : Number(q.slice(2)) || 0)));
  };
  const open = quality('application/openmetrics-text');
  return open > 0 && open >= quality('text/plain');
}

/**
 * Converts the text format of Prometheus, which differs in three points. `prom-client` could write OpenMetrics itself, but its registry
 * then drops the suffix of its counters for good, so that the next scrape in the text format would find other names.
 */
export function toOpenMetrics(text: string): Exposition {
  const lines = text.split('\n').filter((line) => line !== '');
  const counters = new Set(lines.map((line) => /^# TYPE (\S+)_total counter$/.exec(line)?.[1]));
  // A family of counters has the name of its samples without their suffix.
  const converted = lines.map((line) => {
    const [, keyword, name, rest] = /^# (HELP|TYPE) (\S+)_total (.*)$/.exec(line) ?? [];
    return name !== undefined && counters.has(name) ? `# ${keyword} ${name} ${rest}` : line;
  });
  return { contentType: Registry.OPENMETRICS_CONTENT_TYPE, text: `${converted.join('\n')}\n# EOF\n` };
}
