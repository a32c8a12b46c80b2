import { describe, expect, test, vi } from 'vitest';
import { makeDraft } from '@/domains/drafts/make-draft';
import type { FileStatus } from '@/shared/fields/field-files';
import { openEditor, setTyped, withComfyui, withRejection } from './editor-state';
import { fieldKey } from '@/domains/drafts/field-key';
import { findProblems, firstErrors, workflowProblems } from './workflow-problems';

const definitions = {
  LoadImage: { name: 'LoadImage', input: { required: { image: [[], { image_upload: true }] } }, output: ['IMAGE'] },
  Blur: {
    name: 'Blur',
    input: { required: { images: ['IMAGE'], radius: ['INT', { default: 1, min: 1, max: 31 }] } },
    output: [],
    output_node: true,
  },
};
const TEXT = JSON.stringify({
  '10': { class_type: 'LoadImage', inputs: { image: 'gone.png' } },
  '12': { class_type: 'Blur', inputs: { images: ['10', 0], radius: 3 } },
  '13': { class_type: 'NoSuchNode', inputs: {} },
});

function open() {
  const draft = makeDraft('local', { text: TEXT, title: 'x', origin: 'file' }, 0);
  return withComfyui(openEditor(draft, definitions), 'connected');
}

function withRadius(text: string) {
  const opened = open();
  const radius = opened.form.fields.get(fieldKey('12', 'radius'));
  if (!radius) throw new Error('Blur has a radius');
  return setTyped(opened, radius, text, 0);
}

describe('the problems of a workflow', () => {
  test('are listed in form order, with the node and the field', () => {
    const problems = workflowProblems({ ...withRadius('0'), isAttempted: true });
    expect(problems.map(({ nodeId, fieldKey: key, location }) => [nodeId, key, location])).toEqual([
      ['10', fieldKey('10', 'image'), 'LoadImage 10'],
      ['13', null, 'NoSuchNode 13'],
      ['12', fieldKey('12', 'radius'), 'Blur 12'],
    ]);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^image: choose an image/),
      expect.stringContaining('NoSuchNode'),
      'radius: at least 1.',
    ]);
    expect(problems.every(({ severity, isBlocking }) => severity === 'error' && isBlocking)).toBe(true);
  });

  test('include a missing file that is no error before the first attempt to run', () => {
    const [image] = workflowProblems({ ...open(), isAttempted: false });
    expect(image).toMatchObject({ nodeId: '10', severity: 'missing', isBlocking: true });
  });

  test('depend on the file of a field', () => {
    const state = { ...open(), isAttempted: true };
    const ofImage = (status: FileStatus) => workflowProblems(state, () => status).find(({ nodeId }) => nodeId === '10');
    expect(ofImage('pending')).toBeUndefined();
    expect(ofImage('failed')).toMatchObject({ message: 'image: the file was not uploaded.', isBlocking: true });
  });

  test('do not block the next run if only the server reported them', () => {
    const rejected = withRejection(withRadius('2'), { '12': [{ field: 'radius', reason: 'too_shiny' }] });
    const problems = workflowProblems({ ...rejected, isAttempted: false });
    expect(problems.find(({ nodeId }) => nodeId === '12')).toMatchObject({
      message: 'radius: too_shiny',
      severity: 'error',
      isBlocking: false,
    });
  });
});

describe('the problems after a key', () => {
  const statusOf = vi.fn<(key: string) => FileStatus>(() => 'none');
  const before = findProblems({ ...withRadius('0'), isAttempted: true }, statusOf);
  const radius = before.state.form.fields.get(fieldKey('12', 'radius'));
  if (!radius) throw new Error('Blur has a radius');

  test('are those of all nodes, of which only the changed one is checked', () => {
    statusOf.mockClear();
    const state = { ...before.state, ...setTyped({ ...withRadius('0'), ...before.state }, radius, 'x', 1) };
    const after = findProblems(state, statusOf, before);
    expect(after.problems).toEqual(workflowProblems(state));
    expect(after.problems.map(({ message }) => message)).not.toEqual(before.problems.map(({ message }) => message));
    expect(statusOf).not.toHaveBeenCalled();
    const fixed = { ...state, ...setTyped({ ...withRadius('0'), ...state }, radius, '3', 2) };
    expect(findProblems(fixed, statusOf, after).problems).toEqual(workflowProblems(fixed));
  });

  test('are found again for all nodes if anything but the inputs has changed', () => {
    const state = { ...before.state, isAttempted: false };
    const after = findProblems(state, statusOf, before);
    expect(after.problems).toEqual(workflowProblems(state));
    expect(after.problems).not.toEqual(before.problems);
    expect(findProblems({ ...before.state }, statusOf, before)).toBe(before);
  });
});

describe('the errors in the graph', () => {
  test('are the first of each node, without missing values', () => {
    const problems = workflowProblems({ ...open(), isAttempted: false });
    expect(firstErrors(problems)).toEqual([['13', expect.stringContaining('NoSuchNode')]]);
    const rejected = withRejection(withRadius('0'), { '12': [{ field: '', reason: 'odd_node' }] });
    expect(new Map(firstErrors(workflowProblems({ ...rejected, isAttempted: true }))).get('12')).toBe('odd_node');
  });

  test('name the field, and missing files after an attempt to run', () => {
    const found = new Map(firstErrors(workflowProblems({ ...withRadius('0'), isAttempted: true })));
    expect(found.get('12')).toBe('radius: at least 1.');
    expect(found.get('10')).toMatch(/^image: choose an image/);
  });
});
