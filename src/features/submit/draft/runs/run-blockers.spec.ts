import { describe, expect, it } from 'vitest';
import type { WorkflowProblem } from '../workflow-problems';
import { MAX_RUNS } from '../run-count';
import {
  blockerElsewhere,
  blockerMessage,
  formatInputsToFix,
  runBlockers,
  waitingText,
  type RunContext,
} from './run-blockers';

const problem = (severity: WorkflowProblem['severity'], isBlocking: boolean): WorkflowProblem => ({
  key: `1 ${severity}`,
  nodeId: '1',
  fieldKey: '1 seed',
  location: 'Noise 1',
  message: 'seed: not a number',
  severity,
  isBlocking,
});
const READY: RunContext = { problems: [], partnerKey: null, isUploading: false, pausedFiles: [], runTotal: 1 };
const CAN_RUN = { missingClasses: [], foreign: 'no', json: null } as const;
const UNREADABLE = { text: '{', base: new Map(), read: 'unreadable' } as const;

describe('what keeps a draft from running', () => {
  it('is nothing for a complete draft, whatever the server may leave out', () => {
    expect(runBlockers(CAN_RUN, { ...READY, problems: [problem('warning', false)], runTotal: MAX_RUNS })).toEqual([]);
    expect(runBlockers({ ...CAN_RUN, foreign: 'accepted' }, READY)).toEqual([]);
  });

  it('lists everything, and first what no edit of the form can change', () => {
    const wrong = problem('error', true);
    const all = runBlockers(
      { missingClasses: ['Sampler'], foreign: 'yes', json: UNREADABLE },
      { problems: [wrong], partnerKey: 'missing', isUploading: true, pausedFiles: [], runTotal: MAX_RUNS + 1 },
    );
    expect(all.map(({ kind }) => kind)).toEqual([
      'comfyui',
      'other-workflow',
      'partner-key',
      'too-many-runs',
      'json',
      'inputs',
      'uploads',
    ]);
    expect(all.map((blocker) => blockerMessage(blocker, 'Blue'))).toEqual([
      'This workflow needs ComfyUI, which is not connected.',
      'Blue has another workflow.',
      'Add a key for the partner nodes first.',
      'One click starts at most 100 runs.',
      'The JSON of the workflow cannot be read.',
      '1 input to fix before this can run.',
      'Files are still uploading.',
    ]);
    expect(new Set(all.map(waitingText)).size).toBe(all.length);
    const [unread] = runBlockers({ ...CAN_RUN, foreign: 'unread' }, READY);
    expect(unread && blockerMessage(unread, 'Blue')).toBe('Comparing with the workflow of Blue…');
  });

  it('tells inputs to fill in from inputs to fix', () => {
    const [missing] = runBlockers(CAN_RUN, {
      ...READY,
      problems: [problem('missing', true), problem('missing', true)],
    });
    expect(missing && blockerMessage(missing, 'Blue')).toBe('2 inputs to fill in before this can run.');
  });

  it('names the files whose uploads are paused, which Run does not wait for', () => {
    const files = ['sea.png', 'harbor.png'].map((name, index) => ({ key: `${index} image`, name }));
    const messages = [files.slice(0, 1), files].map((pausedFiles) => {
      const blockers = runBlockers(CAN_RUN, { ...READY, isUploading: true, pausedFiles });
      return blockers.map((blocker) => [blockerMessage(blocker, 'Blue'), waitingText(blocker)]);
    });
    expect(messages).toEqual([
      [['The upload of sea.png is paused. Resume or cancel it.', 'waits: the upload of sea.png is paused']],
      [
        [
          'The uploads of sea.png and harbor.png are paused. Resume or cancel them.',
          'waits: the uploads of sea.png and harbor.png are paused',
        ],
      ],
    ]);
  });

  it('is the same first reason on other servers, apart from what only concerns the server of the draft', () => {
    const pausedFiles = [{ key: '1 image', name: 'sea.png' }];
    const blockers = runBlockers(
      { ...CAN_RUN, missingClasses: ['Sampler'] },
      { ...READY, problems: [problem('error', true)], pausedFiles },
    );
    expect(blockers.map(({ kind }) => kind)).toEqual(['comfyui', 'inputs', 'paused-uploads']);
    expect(blockerElsewhere(blockers)?.kind).toBe('inputs');
    expect(blockerElsewhere(blockers.slice(0, 1))).toBeNull();
  });

  it('does not call the problem of a node one of an input', () => {
    const ofNode = {
      ...problem('error', true),
      fieldKey: null,
      nodeProblem: { field: 'class_type', reason: 'unknown_class' },
    };
    const problems = [problem('error', true), ofNode];
    const [blocker] = runBlockers(CAN_RUN, { ...READY, problems });
    expect(blocker && blockerMessage(blocker, 'Blue')).toBe('2 problems to fix before this can run.');
    expect(blocker && waitingText(blocker)).toBe('waits for 2 problems to fix');
    expect([formatInputsToFix([ofNode]), formatInputsToFix([problem('error', true)])]).toEqual([
      '1 problem to fix',
      '1 input to fix',
    ]);
  });
});
