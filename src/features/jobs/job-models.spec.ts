import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '@contract/jobs/error-codes';
import type { ListedJob, Output } from '@contract/jobs/schemas';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import { isNearExpiry, storedUntilText, metricRows } from './tabs/details/details-model';
import { errorAdvice } from '@/shared/error-hints';
import { errorReport, type ReportDetails } from './detail/error-report';
import { jobTimes, runTimeMs, waitTimeMs } from './job/job-times';
import { titleParts } from '@/lib/middle-ellipsis';
import { jobTitle } from './job/job-title';
import { logToShow } from './tabs/log-model';
import { nodeStates } from '@/shared/graph/node-states';
import { outputKind } from '@/shared/files/output-kind';
import { expectedOutputs, outputPaneView } from './outputs/output-pane-model';
import { countOf, formatCount, matchesFilter, readStatusParam } from './filters/status-filters';

const job = (more: Partial<ListedJob> = {}): ListedJob => ({
  id: '7f3d2c1b-9a8e-4d6f-8012-3c4d5e6f7a8b',
  status: 'running',
  created_at: '2030-01-01T00:00:00Z',
  ...more,
});
const output = (more: Partial<Output>): Output => ({
  id: 'o',
  node_id: '9',
  name: 'x.png',
  type: 'image',
  content_type: 'image/png',
  size_bytes: 1,
  hash: null,
  url: 'http://127.0.0.1/x',
  url_expires_at: '2030-01-01T00:00:00Z',
  ...more,
});

function graphOf(value: object): Graph {
  const result = readWorkflow(JSON.stringify(value));
  if (!result.ok) throw new Error(result.problem.message);
  return result.graph;
}
const graph = graphOf({
  '9': { class_type: 'SaveImage', inputs: { images: ['5', 0] }, _meta: { title: 'Save' } },
  '5': { class_type: 'Blur', inputs: { image: ['3', 0] } },
  '3': { class_type: 'LoadImage', inputs: {} },
});

describe('the title', () => {
  it('is the label, else the first file name, else the start of the id', () => {
    expect(jobTitle(job({ metadata: { flowdeck_title: ' Coral ' }, outputs: [output({})] }))).toBe('Coral');
    expect(jobTitle(job({ metadata: { flowdeck_title: '' }, outputs: [output({})] }))).toBe('x.png');
    expect(jobTitle(job())).toBe('Job 7f3d2c1b');
    expect(jobTitle(job({ output_title: 'Save Image' }))).toBe('Save Image · 7f3d2c1b');
    expect(jobTitle(job({ output_title: 'Save Image', outputs: [output({})] }))).toBe('x.png');
  });

  it('is truncated in the middle if it is long, and loses nothing', () => {
    expect(titleParts('Coral sweep · seed 12')).toEqual({ start: 'Coral sweep ·', end: ' seed 12' });
    expect(titleParts('Soften and frame')).toEqual({ start: 'Soften a', end: 'nd frame' });
    expect(titleParts('Coral')).toBeNull();
  });
});

describe('the job times', () => {
  const now = Date.parse('2030-01-01T00:01:00Z');

  it('J-2.06, J-2.07: accept null and invalid timestamps', () => {
    expect(jobTimes(job({ started_at: null, completed_at: 'soon' }))).toMatchObject({
      startedAt: null,
      completedAt: null,
    });
  });

  it('measure waiting and running, never below zero', () => {
    const times = jobTimes(job({ started_at: '2030-01-01T00:00:20Z' }));
    expect(waitTimeMs(times, now)).toBe(20_000);
    expect(runTimeMs(times, now)).toBe(40_000);
    expect(runTimeMs(times, 0)).toBe(0);
    expect(runTimeMs(jobTimes(job()), now)).toBeNull();
  });
});

describe('the node states', () => {
  it('are those that the surface reports, in execution order', () => {
    const nodes = { '9': { state: 'waiting' }, '5': { state: 'running' }, '3': { state: 'cached', ms: 2 } };
    const progress = { value: 0.5, nodes_done: 1, nodes_total: 3, current_node: '5', step: 2, steps: 4, nodes };
    const { rows, isEstimated } = nodeStates(job({ progress }), graph, 'ran');
    expect(isEstimated).toBe(false);
    expect(rows.map(({ id, state }) => [id, state])).toEqual([
      ['3', 'cached'],
      ['5', 'running'],
      ['9', 'waiting'],
    ]);
    expect(rows[1]).toMatchObject({ step: 2, steps: 4, title: 'Blur' });
    expect(rows[2]).toMatchObject({ step: null, title: 'Save', className: 'SaveImage' });
  });

  it('are guessed from the running node if the surface reports none', () => {
    const progress = { value: 0.4, nodes_done: 1, nodes_total: 3, current_node: '5' };
    const { rows, isEstimated } = nodeStates(job({ progress }), graph, 'ran');
    expect(isEstimated).toBe(true);
    expect(rows.map(({ state }) => state)).toEqual(['done', 'running', 'waiting']);
  });

  it.each([
    ['queued', 'waiting'],
    ['canceled', 'not run'],
  ])('are not estimated for a job that is %s and has not started', (status, state) => {
    const { rows, isEstimated } = nodeStates(job({ status, started_at: null, progress: null }), graph, 'never');
    expect(isEstimated).toBe(false);
    expect(rows.map((row) => row.state)).toEqual([state, state, state]);
  });

  it('claim nothing about a canceled job that may have run', () => {
    const canceled = job({ status: 'canceled', started_at: null, progress: null });
    for (const start of ['unknown', 'ran'] as const)
      expect(new Set(nodeStates(canceled, graph, start).rows.map(({ state }) => state))).toEqual(new Set(['unknown']));
  });

  it.each(['failed', 'canceled', 'expired'])('show which nodes of a job that is %s did not run', (status) => {
    const nodes = { '3': { state: 'done', ms: 2 }, '5': { state: 'failed' }, '9': { state: 'waiting' } };
    const progress = { value: 0.5, nodes_done: 1, nodes_total: 3, nodes };
    const { rows } = nodeStates(job({ status, progress }), graph, 'ran');
    expect(rows.map(({ state }) => state)).toEqual(['done', 'failed', 'not run']);
  });

  it('show a node that ran until its engine was lost as stopped', () => {
    const nodes = { '3': { state: 'done', ms: 2 }, '5': { state: 'waiting', ms: 900 }, '9': { state: 'waiting' } };
    const progress = { value: 0.5, nodes_done: 1, nodes_total: 3, nodes };
    const { rows } = nodeStates(job({ status: 'failed', progress }), graph, 'ran');
    expect(rows.map(({ state }) => state)).toEqual(['done', 'stopped', 'not run']);
  });

  it('are guessed for the failed node, and are all done after success', () => {
    const failed = job({ status: 'failed', error: { code: 'c', message: 'm', node_id: '5' } });
    expect(nodeStates(failed, graph, 'ran').rows.map(({ state }) => state)).toEqual(['done', 'failed', 'not run']);
    expect(nodeStates(job({ status: 'succeeded' }), graph, 'ran').rows.every(({ state }) => state === 'done')).toBe(
      true,
    );
  });

  it('include reported nodes without a graph', () => {
    const progress = { value: 0.5, nodes_done: 0, nodes_total: 1, nodes: { '77': { state: 'running' } } };
    expect(nodeStates(job({ progress }), null, 'ran').rows).toMatchObject([{ id: '77', title: 'Node 77' }]);
    expect(nodeStates(job(), null, 'ran').rows).toEqual([]);
  });
});

describe('the kind of an output', () => {
  it.each([
    ['image/png', 'a.png', 'image', 'image'],
    ['IMAGE/JPEG; q=1', 'a', 'file', 'image'],
    ['image/svg+xml', 'a.svg', 'image', 'source'],
    ['text/html', 'a.txt', 'text', 'source'],
    ['application/pdf', 'a.pdf', 'file', 'download'],
    ['application/xhtml+xml', 'a', 'text', 'source'],
    ['application/octet-stream', 'a.svg', 'image', 'source'],
    ['application/octet-stream', 'a.webp', 'file', 'image'],
    ['', 'noname', 'image', 'image'],
    ['video/mp4', 'a.mp4', 'image', 'video'],
    ['audio/flac', 'a.flac', 'audio', 'audio'],
    ['text/plain; charset=utf-8', 'a', 'text', 'text'],
    ['application/json', 'a', 'file', 'json'],
    ['text/plain', 'a.json', 'file', 'text'],
    ['application/octet-stream', 'a.json', 'file', 'json'],
    ['application/octet-stream', 'a.pdf', 'image', 'download'],
    ['application/problem+json', 'a', 'file', 'json'],
    ['application/x-thing', 'a.png', 'image', 'download'],
    ['application/octet-stream', 'a.latent', 'latent', 'latent'],
    ['', 'deep', 'latent', 'latent'],
    ['model/gltf-binary', 'a', 'file', 'scene'],
    ['model/gltf+json', 'a.json', 'file', 'scene'],
    ['application/octet-stream', 'mesh.GLB', '3d', 'scene'],
    ['application/octet-stream', 'part.stl', 'file', 'scene'],
    ['model/fbx', 'mesh.fbx', '3d', 'scene'],
    ['model/vnd.usdz+zip', 'a', '3d', 'scene'],
    ['application/octet-stream', 'stage.usda', '3d', 'scene'],
    ['model/3mf', 'part.3mf', '3d', 'download'],
    ['application/octet-stream', 'a', 'hologram', 'download'],
  ])('%s %s (%s) is shown as %s', (content_type, name, type, kind) => {
    expect(outputKind({ content_type, name, type })).toBe(kind);
  });
});

describe('the output pane', () => {
  const a = output({ id: 'a' });
  const text = output({ id: 't', content_type: 'text/plain' });
  const preview = { node_id: '5', content_type: 'image/png', data_base64: '', at: 0 };

  it('shows the selected output, else the preview, else the newest image, else the newest output', () => {
    expect(outputPaneView([a, text], preview, 't')).toEqual({ kind: 'output', output: text });
    expect(outputPaneView([a, text], preview, undefined)).toEqual({ kind: 'preview', preview });
    expect(outputPaneView([a, text], null, 'gone')).toEqual({ kind: 'output', output: a });
    expect(outputPaneView([text], null, undefined)).toEqual({ kind: 'output', output: text });
    expect(outputPaneView([], null, undefined)).toEqual({ kind: 'nothing' });
  });

  it('has placeholders for end nodes of the graph without outputs', () => {
    expect(expectedOutputs(job(), graph)).toEqual([{ nodeId: '9', name: 'Save' }]);
    const untitled = new Map([['9', { id: '9', classType: 'SaveImage', title: null, inputs: {} }]]);
    expect(expectedOutputs(job(), untitled, { SaveImage: { display_name: 'Save image' } })).toEqual([
      { nodeId: '9', name: 'Save image' },
    ]);
    expect(expectedOutputs(job({ outputs: [output({ node_id: '9' })] }), graph)).toEqual([]);
    expect(expectedOutputs(job({ status: 'failed' }), graph)).toEqual([]);
  });
});

describe('the error report', () => {
  const broken = job({
    status: 'failed',
    error: {
      code: 'node_execution_error',
      message: 'GET https://x/y?sig=abcdef123&a=1 with api_key_comfy_org="comfyui-0123456789abcdef" failed',
      node_id: '12',
      class_type: 'ImageBlend',
      traceback:
        'Authorization: Bearer abc.def-ghi\n  "auth_token_svc_org": "eyJhbGciOiJI.eyJzdWIiOiIx.c2ln"\n  at ImageBlend',
      extra_data: { api_key_svc_org: 'in no named field' },
    },
  });

  const workflow = {
    '1': { class_type: 'LoadImage', inputs: { image: 'what I dream of.png' } },
    '2': { class_type: 'LoadImage', inputs: {} },
    '12': { class_type: 'ImageBlend', inputs: { text: 'what I dream of' }, _meta: { title: 'Blend' } },
  };
  const result = readWorkflow(JSON.stringify(workflow));
  const details: ReportDetails = {
    surface: 'This machine',
    gateway: { version: '1.2.3', engine: 'ComfyUI' },
    browser: 'Any',
    start: 'ran',
    graph: result.ok ? result.graph : null,
    log: { kind: 'none' },
  };

  it('contains the details and no secret', () => {
    const log = {
      kind: 'text',
      text: `${'line\n'.repeat(60)}\u001b[31mtoken=abc123def456\u001b[0m the end\n`,
    } as const;
    const report = errorReport(broken, { ...details, log });
    const reported = [
      '7f3d2c1b',
      'node_execution_error',
      'Node: 12 (Blend)',
      'at ImageBlend',
      'a=1',
      'Flowdeck: 1.2.3',
      'Engine: ComfyUI',
      'Workflow, 3 nodes: ImageBlend, LoadImage × 2',
      'Log, the last 40 of 61 lines:',
      'the end',
    ];
    for (const fact of reported) expect(report).toContain(fact);
    for (const secret of ['abcdef123', '0123456789abcdef', 'abc.def-ghi', 'eyJ', 'in no named field', 'abc123def456']) {
      expect(report).not.toContain(secret);
    }
    expect(report).not.toContain('what I dream of');
    expect(report).not.toContain('\u001b');
  });

  it('names what is unavailable', () => {
    const failed = { kind: 'failed', message: 'The disk is tired.', requestId: 'req-7' } as const;
    const report = errorReport(broken, { ...details, gateway: null, graph: null, log: failed });
    expect(report).toContain('Log: could not be read: The disk is tired. (request req-7)');
    expect(report).toContain('Node: 12\n');
    expect(report).not.toMatch(/Engine|Workflow/);
  });
});

describe('the error hints', () => {
  it('exist for every code of the contract and of a run, and for no other', () => {
    const codes = [...Object.keys(ERROR_CODES), 'engine_lost', 'interrupted_too_often'];
    expect(codes.filter((code) => errorAdvice({ code, message: '' }) === null)).toEqual([]);
    expect(errorAdvice({ code: 'novel_error', message: '' })).toBeNull();
    expect(errorAdvice({ code: 'constructor', message: '' })).toBeNull();
  });
});

describe('the log', () => {
  const log = { text: 'a\nb', truncated: true, captured_at: '2030-01-01T00:00:00Z', complete: true };
  const base = { hasLink: true, fetched: undefined, lines: [], isRunning: false };

  it('shows the text, and that its beginning is missing', () => {
    expect(logToShow({ ...base, fetched: { kind: 'text', log } })).toMatchObject({
      kind: 'text',
      text: 'a\nb',
      notice: expect.stringContaining('end of the log') as string,
    });
  });

  it('shows live lines until the whole log is available', () => {
    const lines = [
      { level: 'info', message: 'one' },
      { level: 'error', message: 'two' },
    ];
    expect(logToShow({ ...base, fetched: { kind: 'none' }, lines, isRunning: true })).toMatchObject({
      text: 'one\nerror: two',
    });
  });

  it.each([
    ['a missing URL', { ...base, hasLink: false }, 'Logs not available'],
    ['204 during the run', { ...base, fetched: { kind: 'none' as const }, isRunning: true }, 'No log yet'],
    ['204 after the run', { ...base, fetched: { kind: 'none' as const } }, 'No log output'],
    ['404', { ...base, fetched: { kind: 'unavailable' as const } }, 'Log unavailable'],
    [
      'an empty text',
      { ...base, fetched: { kind: 'text' as const, log: { ...log, text: '', truncated: false } } },
      'No log output',
    ],
  ])('does not treat %s as an error', (_name, input, title) => {
    expect(logToShow(input)).toMatchObject({ kind: 'calm', title });
  });
});

describe('the details', () => {
  it('J-2.18: name known metrics, show others by their own name, and null as unknown', () => {
    expect(metricRows({ queue_ms: 1500, execution_ms: null, gpu_count: 2000 })).toEqual([
      { name: 'Queued for', value: '1.5 s' },
      { name: 'Run time', value: 'not yet known' },
      { name: 'gpu_count', value: '2,000' },
    ]);
    expect(metricRows(undefined)).toEqual([]);
  });

  it('J-2.09: read the deadline from the job', () => {
    const now = Date.UTC(2030, 0, 1);
    expect(storedUntilText(now + 3_600_000, now)).toContain('1 h 00 min left');
    expect(storedUntilText(now - 1, now)).toContain('over');
    expect(storedUntilText(null, now)).toBe('unknown');
  });

  it('warn of the end of the retention once it is near, relative to the retention period of the surface', () => {
    const hour = 3_600_000;
    expect(isNearExpiry({ createdAt: 0, expiresAt: 7 * 24 * hour }, 7 * 24 * hour - 5 * hour)).toBe(true);
    expect(isNearExpiry({ createdAt: 0, expiresAt: 7 * 24 * hour }, 5 * 24 * hour)).toBe(false);
    expect(isNearExpiry({ createdAt: 0, expiresAt: 24 * hour }, 2 * hour)).toBe(false);
    expect(isNearExpiry({ createdAt: 0, expiresAt: 24 * hour }, 25 * hour)).toBe(false);
    expect(isNearExpiry({ createdAt: null, expiresAt: null }, 0)).toBe(false);
  });
});

describe('the status filters', () => {
  it('accept any search param', () => {
    expect(readStatusParam('canceling, running,nonsense')).toBe('running,canceling');
    expect(readStatusParam('nonsense')).toBe('');
    expect(readStatusParam(undefined)).toBe('');
  });

  it('count and match jobs', () => {
    expect(countOf('running,canceling', { running: 2, canceling: 1 })).toBe(3);
    expect(countOf('', { running: 2, queued: 1 })).toBe(3);
    expect(formatCount(1204, false)).toBe('1,204');
    expect(formatCount(1204, true)).toBe('1,204+');
    expect(countOf('failed', undefined)).toBeNull();
    expect(matchesFilter('succeeded', 'failed')).toBe(false);
    expect(matchesFilter('succeeded', '')).toBe(true);
  });
});
