import { formatCount } from '@/lib/format';
import {
  isMedia,
  kindOf,
  type DropContext,
  type DropItem,
  type DropKind,
  type DropPlan,
  type DropStep,
} from '@/shared/drop/plan-drop';

export interface DropText {
  title: string;
  hint: string;
}

const SAFE = 'Nothing runs until you press Run';

/** Describes the effect of a drop, shown while dragging. */
export function dropText(plan: DropPlan<DropItem>, context: DropContext): DropText {
  const [only] = plan;
  const attached = plan.flatMap((step) => (step.kind === 'attach' ? [step] : []));
  const because = plan.flatMap((step) => (step.kind === 'ignore' ? [step.because] : [])).join(' ');
  if (only?.kind === 'ignore') return { title: 'This cannot be dropped here', hint: because };
  const parts = plan.flatMap((step) =>
    step.kind === 'attach' || step.kind === 'ignore' ? [] : [stepText(step, plan, context)],
  );
  const [first] = attached;
  if (first)
    parts.unshift(attached.length > 1 ? `use ${count(attached.map(({ item }) => item))} as inputs` : attachText(first));
  return { title: `Drop to ${parts.join(' and ')}`, hint: because || hintOf(plan, context) };
}

/** Describes a link that opens if the drag is held over it. */
export function holdText(name: string, { title, hint }: DropText): DropText {
  return {
    title: `Hold to open ${name}`,
    hint: title.startsWith('Drop') ? `or ${title.replace('Drop', 'drop')}` : hint,
  };
}

function attachText({ item, slot, embedded }: Extract<DropStep<DropItem>, { kind: 'attach' }>): string {
  return embedded === 'opened'
    ? `open the workflow embedded in this ${NOUNS[kindOf(item)].one}`
    : `use as input of ${slot.label}`;
}

const FILES = { one: 'file', many: 'files' };
const NOUNS: Readonly<Record<DropKind, { one: string; many: string }>> = {
  image: { one: 'image', many: 'images' },
  video: { one: 'video', many: 'videos' },
  audio: { one: 'audio file', many: 'audio files' },
  workflow: FILES,
  other: FILES,
  unknown: FILES,
};

function stepText(
  step: Exclude<DropStep<DropItem>, { kind: 'attach' | 'ignore' }>,
  plan: DropPlan<DropItem>,
  { slots }: DropContext,
): string {
  const { items } = step;
  const isAlone = plan.length === 1;
  switch (step.kind) {
    case 'open':
      return openText(items, isAlone);
    case 'ask_runs':
      return `choose: one run for each of the ${count(items)}, or inputs of one run`;
    case 'attach_to_draft':
      return plan.some((other) => other.kind === 'open' && other.items.length > 1)
        ? `use ${count(items)} as inputs of the first`
        : `use ${count(items)} as ${items.length === 1 ? 'its input' : 'its inputs'}`;
    case 'store':
      return isAlone && items.length === 1 ? 'upload the file to Assets' : `upload ${count(items)} to Assets`;
    case 'leave_to_spot': {
      const { media, several, slotKey } = step.spot;
      const label = slots.find(({ key }) => key === slotKey)?.label ?? step.spot.label;
      if (media === 'workflow') return 'use this workflow';
      if (several === 'list') return `add ${count(items)} to ${label}`;
      if (slotKey === undefined && media === 'file') return `use in ${label}`;
      return items.length === 1
        ? `use as input of ${label}`
        : `choose: one run for each of the ${count(items)}, or the first one only`;
    }
  }
}

function openText(items: readonly DropItem[], isAlone: boolean): string {
  const kinds = new Set(items.map(kindOf));
  const [kind] = kinds;
  const isOne = items.length === 1;
  if (kinds.size > 1) return `open the workflows in ${items.length} files`;
  if (kind === 'workflow' && isAlone) {
    return isOne ? 'open as a workflow' : `open ${items.length} files, each as a draft`;
  }
  if (kind === 'workflow') return isOne ? 'open the workflow' : `open ${items.length} workflows`;
  if (kind && isMedia(kind)) {
    const { one, many } = NOUNS[kind];
    return isOne
      ? `open the workflow embedded in this ${one}`
      : `open the workflows embedded in ${items.length} ${many}`;
  }
  if (kind === 'unknown') return isOne ? 'open a file or folder' : `open ${items.length} files or folders`;
  return isOne ? 'look for a workflow in this file' : `look for workflows in ${items.length} files`;
}

function hintOf(plan: DropPlan<DropItem>, { slots, isLibrary }: DropContext): string {
  const [only] = plan;
  const items = plan.flatMap((step) => (step.kind === 'attach' ? [step.item] : step.items));
  const media = items.filter((item) => isMedia(kindOf(item))).length;
  if (only?.kind === 'leave_to_spot') return only.spot.media === 'workflow' ? 'Choose its input next' : SAFE;
  if (only?.kind === 'attach' && only.embedded === 'opened')
    return `without one, it is used as input of ${only.slot.label}`;
  // Items of unknown kind during the drag may turn out to be anything.
  if (items.some((item) => kindOf(item) === 'unknown')) {
    if (isLibrary) return 'workflows open as drafts instead';
    return slots.length > 0 ? 'media become inputs, workflows open as separate drafts' : SAFE;
  }
  const isUsed = plan.some(({ kind }) => kind === 'attach' || kind === 'ask_runs' || kind === 'store');
  if (isUsed && media > 0) {
    return media === 1
      ? 'hold Alt to open the embedded workflow instead'
      : 'hold Alt to open the embedded workflows instead';
  }
  if (slots.length > 0 && plan.some(({ kind }) => kind === 'open')) return 'opens as a separate draft';
  return media > 0 && media === items.length ? 'to use it as input, hold it over Submit, then over a draft' : SAFE;
}

function count(items: readonly DropItem[]): string {
  const isImages = items.every((item) => kindOf(item) === 'image');
  if (items.some((item) => kindOf(item) === 'unknown')) {
    return formatCount(items.length, 'file or folder', 'files or folders');
  }
  return formatCount(items.length, isImages ? 'image' : 'file');
}
