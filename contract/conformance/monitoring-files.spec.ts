import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFields } from '../typed-objects';
import { postAsset } from './harness/assets-on-surface';
import { openOverHttp } from './harness/http-host';
import { jobEnd, submit } from './harness/jobs-on-surface';
import { isInstalled, withPrometheus } from './harness/prometheus';
import { readMetrics, type Scrape } from './harness/read-metrics';
import { fail } from './harness/scripted-graphs';
import type { Surface } from './harness/surface';
import { TARGET } from './harness/target';

// The dashboard and the alerts of docs/monitoring, against what the built gateway exposes.

const FOLDER = 'docs/monitoring';
const read = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8');

/** Returns all members of this name, at any depth. */
function membersOf(value: unknown, name: string): unknown[] {
  if (!isFields(value)) return [];
  const own = name in value ? [value[name]] : [];
  return [...own, ...Object.values(value).flatMap((each) => membersOf(each, name))];
}

const dashboard: unknown = JSON.parse(read('dashboard.json'));
const panelQueries = membersOf(dashboard, 'expr').map(String);
/** Each expression is one paragraph of the file. */
const alertQueries = [...read('alerts.yml').matchAll(/^ +expr: (?:>-\n)?((?:.+\n)+?)(?= +(?:for|labels):)/gm)].map(
  ([, query = '']) => query.replace(/\s+/g, ' ').trim(),
);
const alertNames = [...read('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
const QUERIES = [...panelQueries, ...alertQueries];

/** `up` is the only one that Prometheus makes itself. */
const METRIC = /\b(?:(?:flowdeck|nodejs|process)_\w+|up(?=\{))/g;
const SELECTOR = /\b((?:flowdeck|nodejs|process)_\w+)\{([^}]*)\}/g;
const MATCHER = /(\w+)(=~?)"([^"]*)"/g;

const SUFFIXES: Readonly<Record<string, readonly string[]>> = { histogram: ['_bucket', '_sum', '_count'] };

function unknownMetrics(queries: readonly string[], { families }: Scrape): string[] {
  const names = [...families].flatMap(([name, type]) => (SUFFIXES[type] ?? ['']).map((suffix) => name + suffix));
  const known = new Set(['up', ...names]);
  return queries.flatMap((query) =>
    [...query.matchAll(METRIC)].map(([name]) => name).filter((name) => !known.has(name)),
  );
}

/** Returns the conditions that no exposed sample meets. The labels of the target are those of Prometheus. */
function unmetConditions(queries: readonly string[], { samples }: Scrape): string[] {
  return queries.flatMap((query) =>
    [...query.matchAll(SELECTOR)].flatMap(([, name = '', conditions = '']) => {
      const labels = samples.filter((each) => each.name === name).map((each) => each.labels);
      return [...conditions.matchAll(MATCHER)].flatMap(([all, label = '', operator, value = '']) => {
        if (label === 'instance' || label === 'job') return [];
        const values = operator === '=~' ? value.split('|') : [value];
        const missing = values.filter((each) => !labels.some((given) => given[label] === each));
        return missing.map((each) => `${name} ${all}: ${each}`);
      });
    }),
  );
}

describe.skipIf(TARGET)('the files for monitoring', () => {
  let surface: Surface;
  let scrape: Scrape;
  beforeAll(async () => {
    surface = await openOverHttp();
    await jobEnd(surface, await submit(surface));
    await jobEnd(surface, await submit(surface, { 1: fail('It broke') }));
    await postAsset(surface);
    const response = await fetch(`${surface.baseUrl}/metrics`);
    scrape = readMetrics(await response.text());
  });
  afterAll(() => surface.close());

  test('contain a dashboard and six alerts', () => {
    expect(panelQueries.length).toBeGreaterThan(25);
    expect(alertQueries).toHaveLength(6);
    expect(alertQueries[0]).toBe('up{job="flowdeck"} == 0');
  });

  test('have the alerts that the documentation lists', () => {
    const documented = readFileSync('docs/metrics.md', 'utf8').matchAll(/^\| `(Flowdeck\w+)` \|/gm);
    expect([...documented].map(([, name]) => name)).toEqual(alertNames);
  });

  test('query only metrics that the gateway exposes, by labels and values that they have', () => {
    expect(unknownMetrics(QUERIES, scrape)).toEqual([]);
    expect(unmetConditions(QUERIES, scrape)).toEqual([]);
  });

  test('would be found with a wrong name, label or value', () => {
    const wrong = [
      'rate(flowdeck_job_ended_total[5m])',
      'flowdeck_jobs{state="failed"}',
      'flowdeck_jobs{status=~"failed|gone"}',
    ];
    expect(unknownMetrics(wrong, scrape)).toEqual(['flowdeck_job_ended_total']);
    expect(unmetConditions(wrong, scrape)).toEqual([
      'flowdeck_jobs state="failed": failed',
      'flowdeck_jobs status=~"failed|gone": gone',
    ]);
  });

  test('place the panels of the dashboard side by side, each with an id of its own', () => {
    const panels = membersOf(dashboard, 'gridPos').map((place) => {
      const { x, y, w, h } = isFields(place) ? place : {};
      return { x: Number(x), y: Number(y), w: Number(w), h: Number(h) };
    });
    expect(panels.length).toBeGreaterThan(15);
    const taken = new Set<string>();
    for (const { x, y, w, h } of panels) {
      expect(x + w).toBeLessThanOrEqual(24);
      for (let column = x; column < x + w; column += 1) {
        for (let line = y; line < y + h; line += 1) {
          expect(taken).not.toContain(`${column} ${line}`);
          taken.add(`${column} ${line}`);
        }
      }
    }
    const ids = membersOf(dashboard, 'id');
    expect(new Set(ids).size).toBe(panels.length);
  });

  test('pass promtool, with a test of each alert', ({ skip }) => {
    skip(!isInstalled('promtool'), 'promtool is not installed');
    const promtool = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: FOLDER, encoding: 'utf8' });
      return { status, printed: stdout + stderr };
    };
    expect(promtool('check', 'rules', 'alerts.yml')).toEqual({
      status: 0,
      printed: expect.stringContaining('6 rules found'),
    });
    expect(promtool('test', 'rules', 'alerts.test.yml')).toEqual({
      status: 0,
      printed: expect.stringContaining('SUCCESS'),
    });
    const fired = [...read('alerts.test.yml').matchAll(/alertname: (\w+)\n +eval_time: \w+\n +exp_alerts:\n/g)];
    expect(fired.map(([, name]) => name)).toEqual(alertNames);
  });

  test('are queries that Prometheus can run on the gateway', async ({ skip }) => {
    skip(!isInstalled('prometheus'), 'prometheus is not installed');
    await withPrometheus(surface.baseUrl, async (query) => {
      expect(await query('flowdeck_jobs_ended_total{status="failed"}')).toEqual(['1']);
      expect(await query('count(flowdeck_job_wait_seconds_bucket)')).toEqual(['17']);
      const empty: string[] = [];
      for (const each of QUERIES) {
        const found = await query(each.replaceAll('$instance', '.*').replaceAll('$__rate_interval', '1m'));
        // Rates need a second scrape, and no alert fires.
        if (found.length === 0 && !/rate\(|increase\(|changes\(/.test(each)) empty.push(each);
      }
      expect(empty.filter((each) => !alertQueries.includes(each))).toEqual([]);
    });
  });
});
