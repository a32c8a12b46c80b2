import { describe, expect, it } from 'vitest';
import { readHistory } from './history';
import { findQueuePosition } from '../run/queue';
import { recording } from '../testing/recordings';

describe('a history entry', () => {
  it('that does not exist is null', () => {
    expect(readHistory({}, 'a')).toBeNull();
    expect(readHistory({ b: {} }, 'a')).toBeNull();
    expect(readHistory('nonsense', 'a')).toBeNull();
  });

  it.each([
    ['output-kinds', 'succeeded'],
    ['node-fails', 'failed'],
    ['interrupted', 'interrupted'],
  ])('of the recording %s has the outcome %s', (name, end) => {
    expect(readHistory({ a: recording(name).history }, 'a')).toMatchObject({ end });
  });

  it('is evaluated by its messages, since its status text may be from the previous run', () => {
    const messages = [
      ['execution_start', {}],
      ['execution_error', { exception_message: 'Cycle', exception_type: 'graph.DependencyCycleError', node_id: '4' }],
    ];
    const entry = readHistory({ a: { outputs: {}, status: { status_str: 'success', messages } } }, 'a');
    expect(entry).toMatchObject({ end: 'failed', error: { message: 'Cycle', node_id: '4' } });
  });

  it('with a blocked branch is successful if the run was', () => {
    const messages = [
      ['execution_error', { exception_type: 'ExecutionBlocked' }],
      ['execution_success', {}],
    ];
    expect(readHistory({ a: { outputs: {}, status: { status_str: 'success', messages } } }, 'a')?.end).toBe(
      'succeeded',
    );
  });

  it('assigns reports of expanded nodes to the node of the submitted graph', () => {
    const outputs = { '5.0.0.2': { text: ['inner'] } };
    const meta = { '5.0.0.2': { display_node: '5' } };
    const status = { status_str: 'success', messages: [] };
    expect(readHistory({ a: { outputs, meta, status } }, 'a')?.outputs).toEqual([
      { kind: 'text', nodeId: '5', ranAs: '5.0.0.2', key: 'text', text: 'inner', copy: 0 },
    ]);
  });
});

describe('a queue position', () => {
  const response = {
    queue_running: [[3, 'runs', {}, {}, []]],
    queue_pending: [
      [9, 'last', {}, {}, []],
      [4, 'next', {}, {}, []],
      [-5, 'pushed to the front', {}, {}, []],
    ],
  };

  it('is derived from the numbers, since the order of the response is that of a heap', () => {
    expect(findQueuePosition(response, 'runs')).toEqual({ state: 'running', ahead: 0 });
    expect(findQueuePosition(response, 'pushed to the front')).toEqual({ state: 'pending', ahead: 1 });
    expect(findQueuePosition(response, 'next')).toEqual({ state: 'pending', ahead: 2 });
    expect(findQueuePosition(response, 'last')).toEqual({ state: 'pending', ahead: 3 });
  });

  it('is null for prompts that are not queued', () => {
    expect(findQueuePosition(response, 'unknown')).toBeNull();
    const idle = { queue_running: [], queue_pending: [[1, 'waits']] };
    expect(findQueuePosition(idle, 'waits')).toEqual({ state: 'pending', ahead: 0, isIdle: true });
    expect(findQueuePosition(null, 'runs')).toBeNull();
    expect(findQueuePosition({ queue_running: 'x' }, 'runs')).toBeNull();
  });
});
