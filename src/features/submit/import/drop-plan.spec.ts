import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { kindOf, planDrop, type DropContext, type DropSlot } from '@/shared/drop/plan-drop';
import type { FileParseResult } from '@/features/submit/import/workflow-file-protocol';
import { executeDropPlan, type DropActions } from './execute-drop-plan';
import { dropText } from './drop-text';

const TYPES = ['application/json', 'image/png', 'image/webp', 'audio/flac', 'video/mp4', 'application/zip', ''];
const ENDINGS: Record<string, string> = { 'application/json': 'json', 'image/png': 'png', '': 'bin' };

const FOUND: Record<FileParseResult['kind'], FileParseResult> = {
  workflow: { kind: 'workflow', text: '{}', source: 'json', note: null },
  archive: {
    kind: 'archive',
    members: [{ name: 'a.json', result: { kind: 'workflow', text: '{}', source: 'json', note: null } }],
    others: 2,
    overLimit: 0,
  },
  media: { kind: 'media', media: 'image', title: 'No workflow in this image', reason: 'It has no text fields.' },
  export: { kind: 'export' },
  problem: { kind: 'problem', title: 'Not a workflow', explanation: 'It is something else.' },
};

const EMPTY_PAGE: DropContext = {
  slots: [],
  preferred: null,
  canRunEach: false,
  isLibrary: false,
  spot: null,
  isAlt: false,
  mediaChoice: 'ask',
};

interface Dropped {
  file: File;
  found: FileParseResult;
}

const dropped = fc
  .record({ type: fc.constantFrom(...TYPES), found: fc.constantFrom(...Object.values(FOUND)) })
  .map(({ type, found }) => ({ type, found }));
const drops = fc.array(dropped, { minLength: 1, maxLength: 6 }).map((list) =>
  list.map(({ type, found }, index): Dropped => ({
    file: new File([], `${index}.${ENDINGS[type] ?? 'x'}`, { type }),
    found,
  })),
);

const slots = fc
  .array(fc.constantFrom<DropSlot['media']>('image', 'audio', 'video', 'file'), { maxLength: 4 })
  .map((list) => list.map((media, index): DropSlot => ({ key: `k${index}`, media, label: `Input ${index}` })));
const contexts = slots.chain((list) =>
  fc.record<DropContext>({
    slots: fc.constant(list),
    preferred: fc.constantFrom(null, ...list),
    canRunEach: fc.boolean(),
    isLibrary: fc.boolean(),
    spot: fc.constantFrom(
      null,
      { label: 'a list', media: 'image' as const, several: 'list' as const },
      { label: '', media: 'workflow' as const, several: 'none' as const },
      ...list.map(({ key, label, media }) => ({ label, media, several: 'ask' as const, slotKey: key })),
    ),
    isAlt: fc.boolean(),
    mediaChoice: fc.constantFrom('ask', 'input', 'workflow'),
  }),
);

interface Deeds {
  /** How often each file was handled. */
  handled: Map<File, number>;
  read: number;
  attached: [slot: string, file: File][];
  stored: number;
  listed: number;
  onDraft: number;
}

/** Carries out a drop with actions that only count. */
async function carryOutDrop(all: readonly Dropped[], context: DropContext): Promise<Deeds> {
  let drafts = 0;
  let isImporting = false;
  let result: File | null = null;
  const handled = new Map<File, number>();
  const deeds: Deeds = { handled, read: 0, attached: [], stored: 0, listed: 0, onDraft: 0 };
  const took = (files: readonly File[]) => {
    for (const file of files) handled.set(file, (handled.get(file) ?? 0) + 1);
    result = null;
  };
  const actions: DropActions = {
    read: (file) => {
      result = file;
      deeds.read += 1;
      return Promise.resolve(all.find((one) => one.file === file)?.found ?? FOUND.problem);
    },
    openDraft: () => {
      drafts += 1;
      if (result) took([result]);
      return Promise.resolve();
    },
    importJobs: (file) => {
      const isFree = !isImporting;
      isImporting = true;
      if (isFree) took([file]);
      return isFree;
    },
    chooseMediaUse: () => Promise.resolve('input'),
    chooseRuns: () => Promise.resolve('each'),
    attach: (key, file) => {
      took([file]);
      deeds.attached.push([key, file]);
    },
    attachList: (_key, files) => {
      took(files);
      deeds.listed += files.length;
    },
    attachToDraft: (files) => {
      if (drafts === 0) return false;
      took(files);
      deeds.onDraft += files.length;
      return true;
    },
    store: (files) => {
      took(files);
      deeds.stored += files.length;
    },
    report: ({ file }) => {
      const unread = file ?? result;
      if (unread) took([unread]);
    },
    note: () => {},
    offerSettings: () => {},
  };
  const files = all.map(({ file }) => file);
  await executeDropPlan(planDrop(files, context), context, actions);
  return deeds;
}

/** Parses the effects that the title of the overlay announces. */
function promiseOf(title: string): Partial<Record<'read' | 'attached' | 'stored' | 'listed' | 'onDraft', number>> {
  const promise: ReturnType<typeof promiseOf> = {};
  const rules: [RegExp, keyof typeof promise][] = [
    [/use as input of Input \d/, 'attached'],
    [/use (\d+) (?:images|files) as inputs(?! of)/, 'attached'],
    [/use (\d+) (?:images?|files?) as (?:its inputs?|inputs of the first)/, 'onDraft'],
    [/upload (?:the file|(\d+) (?:images?|files?)) to the gallery/, 'stored'],
    [/choose: one run for each of the (\d+)/, 'listed'],
    [/open as a workflow|open the workflow\b|look for a workflow/, 'read'],
    [
      /open (\d+) (?:files|workflows)|in (\d+) (?:images|files)|embedded in (\d+) (?:images|videos|audio files)/,
      'read',
    ],
  ];
  for (const [words, deed] of rules) {
    const found = words.exec(title);
    if (found) promise[deed] = Number(found.slice(1).find((group) => group !== undefined) ?? 1);
  }
  return promise;
}

/** Returns the announced effects that did not happen. */
function brokenPromises(title: string, deeds: Deeds, { slots }: DropContext, all: readonly Dropped[]): string[] {
  const promise = promiseOf(title);
  const broken: string[] = [];
  for (const deed of ['stored', 'listed', 'onDraft'] as const) {
    if (deeds[deed] !== (promise[deed] ?? 0)) broken.push(`${deed}: ${deeds[deed]}`);
  }
  if (deeds.read > 0 && promise.read === undefined && promise.attached !== 1) broken.push(`read: ${deeds.read}`);
  if (promise.read !== undefined && deeds.read !== promise.read) broken.push(`read: ${deeds.read}`);
  // A file that is parsed before it is attached may turn out to be a job export.
  if (all.length === 1 && all[0]?.found.kind === 'export') return broken;
  const label = /use as input of (Input \d)/.exec(title)?.[1];
  const labels = deeds.attached.map(([key]) => slots.find((slot) => slot.key === key)?.label);
  if (label !== undefined && !labels.includes(label)) broken.push(`attached to ${labels.join()}`);
  if (deeds.attached.length < (promise.attached ?? 0)) broken.push(`attached: ${deeds.attached.length}`);
  return broken;
}

describe('the plan of a drop', () => {
  it('contains every file once, and only assigns it to an input that accepts it, one file per input', () => {
    fc.assert(
      fc.property(drops, contexts, (all, context) => {
        const files = all.map(({ file }) => file);
        const plan = planDrop(files, context);
        const planned = plan.flatMap((step) => (step.kind === 'attach' ? [step.item] : step.items));
        expect(new Set(planned)).toEqual(new Set(files));
        expect(planned).toHaveLength(files.length);
        const used = plan.flatMap((step) => {
          if (step.kind === 'attach') return [{ slot: step.slot, item: step.item }];
          return step.kind === 'ask_runs' ? step.slots.map((slot, index) => ({ slot, item: step.items[index] })) : [];
        });
        expect(new Set(used.map(({ slot }) => slot.key)).size).toBe(used.length);
        const wrong = used.filter(({ slot: { media }, item }) => {
          const kind = item && kindOf(item);
          return media === 'file' ? kind === 'workflow' : kind !== media;
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('a drop', () => {
  it('handles every file exactly once, except those that the plan omits', async () => {
    await fc.assert(
      fc.asyncProperty(drops, contexts, async (all, context) => {
        const files = all.map(({ file }) => file);
        const plan = planDrop(files, context);
        // Media whose workflow could not be opened are planned again, and there may then be too many.
        const mayBeLeft = new Set(plan.flatMap((step) => (step.kind === 'attach_to_draft' ? step.items : [])));
        const { handled } = await carryOutDrop(all, context);
        const least = files.map((file) => (mayBeLeft.has(file) && context.slots.length > 0 ? 0 : 1));
        const times = files.map((file) => handled.get(file) ?? 0);
        const isOfSpot = plan.some(({ kind }) => kind === 'leave_to_spot' || kind === 'ignore');
        expect(times.every((count, index) => count <= 1 && (isOfSpot || count >= (least[index] ?? 1)))).toBe(true);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('has the announced effects, although only types were known during the drag', async () => {
    await fc.assert(
      fc.asyncProperty(drops, contexts, async (all, context) => {
        const types = all.map(({ file }) => ({ type: file.type }));
        const announced = planDrop(types, context);
        const isOfSpot = announced.some(({ kind }) => kind === 'leave_to_spot');
        // Items of unknown kind may turn out to be anything, and the text mentions that.
        fc.pre(!isOfSpot && types.every((item) => kindOf(item) !== 'unknown'));
        const deeds = await carryOutDrop(all, context);
        fc.pre(deeds.onDraft > 0 || announced.every(({ kind }) => kind !== 'attach_to_draft'));
        const { title } = dropText(announced, context);
        expect(brokenPromises(title, deeds, context, all)).toEqual([]);
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('a dropped folder', () => {
  const names = ['flow.json', 'own.png', 'photo.png', 'cut.png'];
  const files = names.map((name) => new File([], name));
  const own: FileParseResult = { kind: 'workflow', text: '{}', source: 'embedded', note: null };
  const byName = new Map(Object.entries({ 'flow.json': FOUND.workflow, 'own.png': own, 'photo.png': FOUND.media }));

  async function drop(isFolder: boolean) {
    const done: string[] = [];
    const actions: DropActions = {
      read: (file) => Promise.resolve(byName.get(file.name) ?? FOUND.problem),
      openDraft: (_found, title, origin) => Promise.resolve(void done.push(`${title} as a draft of a ${origin}`)),
      importJobs: () => false,
      chooseMediaUse: () => Promise.resolve(null),
      chooseRuns: () => Promise.resolve(null),
      attach: () => {},
      attachList: () => {},
      attachToDraft: (inputs) => done.push(`inputs: ${inputs.map(({ name }) => name).join()}`) > 0,
      store: () => {},
      offerSettings: () => {},
      report: ({ name, title }) => done.push(`${name}: ${title}`),
      note: () => {},
    };
    const context = { ...EMPTY_PAGE, isFolder };
    await executeDropPlan(planDrop(files, context), context, actions);
    return done;
  }

  it('opens media with a workflow like an archive does, and leaves the others to the inputs of its first draft', async () => {
    expect(await drop(true)).toEqual([
      'flow.json as a draft of a file',
      'inputs: photo.png',
      'own.png as a draft of a picture',
      'cut.png: Not a workflow',
    ]);
  });

  it('differs from the same files chosen one by one, which are surely meant as inputs', async () => {
    expect(await drop(false)).toEqual(['flow.json as a draft of a file', 'inputs: own.png,photo.png,cut.png']);
  });
});

describe('dropText', () => {
  const context = (spot: DropContext['spot']): DropContext => ({ ...EMPTY_PAGE, spot });

  it.each([
    [{ label: 'the table', media: 'file' as const, several: 'none' as const }, 'text/csv', 'Drop to use in the table'],
    [
      { label: 'image', media: 'image' as const, several: 'list' as const },
      '',
      'Drop to add 1 file or folder to image',
    ],
    [
      { label: 'image', media: 'image' as const, several: 'list' as const },
      'image/png',
      'Drop to add 1 image to image',
    ],
  ])('names what is dropped, and where: %o', (spot, type, title) => {
    expect(dropText(planDrop([{ type }], context(spot)), context(spot)).title).toBe(title);
  });
});
