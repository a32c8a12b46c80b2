import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { NodeProblem } from '@contract/jobs/node-errors';
import { z } from 'zod/mini';
import { parsePythonJson } from '../../client/python-json';
import { BusyComfyui, type Verdict } from './busy-comfyui';
import { ClassGraphs, type Classes, type Nodes } from './class-graphs';
import { variantsOf, type Variant } from './class-variants';
import { liveUrl } from './live-engine';
import { openLiveGateway, type LiveGateway } from '../live-gateway';
import { replacedClasses, type Replacements } from './replaced-classes';

/**
 * Tests every class of `/object_info` in graphs that ComfyUI runs and in graphs that it rejects: the gateway in front of it
 * must have the same outcome. A rejection is a 422 or a job that fails with `workflow_refused` (decision 027).
 */

const classes = (await read('/object_info')) as Classes;
const names = Object.keys(classes);
const graphs = new ClassGraphs(classes);
const replaced = replacedClasses((await read('/node_replacements')) as Replacements | null, classes, graphs);
const comfyui = new BusyComfyui();
const counts = { graphs: 0, accepted: 0, refusedAtOnce: 0, refusedLater: 0, minimalAccepted: 0, lostChoices: 0 };
let gateway: LiveGateway;

beforeAll(async () => {
  gateway = await openLiveGateway();
  await comfyui.keepBusy();
});

afterAll(async () => {
  await gateway.close();
  await comfyui.release();
  process.stdout.write(`\n${names.length} classes: ${JSON.stringify(counts)}\n`);
});

describe('the gateway and the ComfyUI behind it agree', () => {
  it.each(names)('on %s', async (name) => {
    expect(await differencesIn(variantsOf(name, graphs, names.indexOf(name)))).toEqual([]);
  });

  it.each(replaced)('on $name, which ComfyUI replaces by $replacement', async ({ nodes }) => {
    expect(await differencesIn([{ name: 'minimal', nodes }])).toEqual([]);
  });
});

async function differencesIn(variants: Variant[]): Promise<string[]> {
  await comfyui.keepBusy();
  const differences: string[] = [];
  for (const { name, nodes, isFatal } of variants) {
    const theirs = await comfyui.validate(nodes);
    const isMinimal = name === 'minimal';
    const wanted = isFatal ? 'refused' : theirs;
    const ours = await outcomeOf(nodes, wanted, isMinimal);
    counts.graphs += 1;
    if (theirs === 'accepted') counts.accepted += 1;
    if (isMinimal && theirs === 'accepted') counts.minimalAccepted += 1;
    if (wanted === 'accepted' && ours.isLostChoice) {
      counts.lostChoices += 1;
      continue;
    }
    if (ours.verdict !== wanted) differences.push(`${name}: ${theirs} by ComfyUI, ${ours.reason}`);
  }
  return differences;
}

interface Outcome {
  verdict: Verdict;
  reason: string;
  /**
   * Rejected for nothing but choices that decide which inputs a node has: ComfyUI accepts a graph without them, and fails after
   * everything before that node has run (decision 027).
   */
  isLostChoice?: boolean;
}

const ErrorsByNode = z.record(z.string(), z.array(NodeProblem));

function isLostChoice(nodes: Nodes, details: unknown): boolean {
  const problems = Object.entries(ErrorsByNode.parse(details ?? {})).flatMap(([id, errors]) =>
    errors.map(({ field, reason }) => ({ definition: classes[nodes[id]?.class_type ?? ''], field, reason })),
  );
  return (
    problems.length > 0 &&
    problems.every(
      ({ definition, field, reason }) =>
        (reason === 'missing_input' || reason === 'not_in_list') &&
        definition?.input.required?.[field]?.[0] === 'COMFY_DYNAMICCOMBO_V3',
    )
  );
}

/** @param isAwaited true to wait until an accepted graph is in ComfyUI's queue */
async function outcomeOf(nodes: Nodes, wanted: Verdict, isAwaited: boolean): Promise<Outcome> {
  const response = await gateway.post('/api/v2/jobs', { workflow: nodes });
  const body = (await response.json()) as { id: string; error?: { details: { node_errors?: unknown } } };
  if (response.status === 422) {
    counts.refusedAtOnce += 1;
    const reason = JSON.stringify(body.error);
    return { verdict: 'refused', reason, isLostChoice: isLostChoice(nodes, body.error?.details.node_errors) };
  }
  expect(response.status).toBe(201);
  if (wanted === 'refused') {
    const job = await until(async () => {
      const found = await gateway.job(body.id);
      return found.status === 'failed' || (await comfyui.isQueued(body.id)) ? found : null;
    });
    if (job.status !== 'failed') await gateway.cancel(body.id);
    counts.refusedLater += 1;
    const isRefused = job.error?.code === 'workflow_refused';
    return { verdict: isRefused ? 'refused' : 'accepted', reason: JSON.stringify(job.error ?? job.status) };
  }
  if (isAwaited) await until(() => comfyui.isQueued(body.id));
  await gateway.cancel(body.id);
  return { verdict: 'accepted', reason: 'accepted' };
}

/** Returns `null` if this version does not have it. */
async function read(path: string): Promise<unknown> {
  const response = await fetch(liveUrl() + path);
  return response.ok ? parsePythonJson(await response.text()) : null;
}

/** Polls until the value is not empty. */
async function until<T>(look: () => Promise<T>): Promise<NonNullable<T>> {
  return vi.waitFor(
    async () => {
      const found = await look();
      if (!found) throw new Error('Not yet');
      return found;
    },
    { timeout: 20_000, interval: 5 },
  );
}
