import { describe, expect, it } from 'vitest';
import { readHistory } from './history';
import { findQueuePosition } from './queue';
import { recording } from './testing/recordings';

describe('an entry of the history', () => {
  it('that is not there is none', () => {
    expect(readHistory({}, 'a')).toBeNull();
    expect(readHistory({ b: {} }, 'a')).toBeNull();
    expect(readHistory('nonsense', 'a')).toBeNull();
  });

  it.each([
    ['output-kinds', 'succeeded'],
    ['node-fails', 'failed'],
    ['interrupted', 'interrupted'],
  ])('of the recording %s says %s', (name, end) => {
    expect(readHistory({ a: recording(name).history }, 'a')).toMatchObject({ end });
  });

  it('is judged by its messages: the status text survives from the run before', () => {
    const messages = [
      ['execution_start', {}],
      ['execution_error', { exception_message: 'Cycle', exception_type: 'graph.DependencyCycleError', node_id: '4' }],
    ];
    const entry = readHistory({ a: { outputs: {}, status: { status_str: 'success', messages } } }, 'a');
    expect(entry).toMatchObject({ end: 'failed', error: { message: 'Cycle', node_id: '4' } });
  });

  it('with a blocked branch is a success when the run was one', () => {
    const messages = [
      ['execution_error', { exception_type: 'ExecutionBlocked' }],
      ['execution_success', {}],
    ];
    expect(readHistory({ a: { outputs: {}, status: { status_str: 'success', messages } } }, 'a')?.end).toBe(
      'succeeded',
    );
  });

  it('names the node of the graph for what a part of an expanded node reported', () => {
    const outputs = { '5.0.0.2': { text: ['inner'] } };
    const meta = { '5.0.0.2': { display_node: '5' } };
    const status = { status_str: 'success', messages: [] };
    expect(readHistory({ a: { outputs, meta, status } }, 'a')?.outputs).toEqual([
      { kind: 'text', nodeId: '5', ranAs: '5.0.0.2', key: 'text', text: 'inner', copy: 0 },
    ]);
  });
});

describe('a place in the queue', () => {
  const answer = {
    queue_running: [[3, 'runs', {}, {}, []]],
    queue_pending: [
      [9, 'last', {}, {}, []],
      [4, 'next', {}, {}, []],
      [-5, 'pushed to the front', {}, {}, []],
    ],
  };

  it('is told by number, not by the order of the answer, which is a heap', () => {
    expect(findQueuePosition(answer, 'runs')).toEqual({ state: 'running', ahead: 0 });
    expect(findQueuePosition(answer, 'pushed to the front')).toEqual({ state: 'pending', ahead: 1 });
    expect(findQueuePosition(answer, 'next')).toEqual({ state: 'pending', ahead: 2 });
    expect(findQueuePosition(answer, 'last')).toEqual({ state: 'pending', ahead: 3 });
  });

  it('is null for what does not stand there', () => {
    expect(findQueuePosition(answer, 'unknown')).toBeNull();
    const idle = { queue_running: [], queue_pending: [[1, 'waits']] };
    expect(findQueuePosition(idle, 'waits')).toEqual({ state: 'pending', ahead: 0, isIdle: true });
    expect(findQueuePosition(null, 'runs')).toBeNull();
    expect(findQueuePosition({ queue_running: 'x' }, 'runs')).toBeNull();
  });
});
