import { msg, t } from '@/lib/i18n/messages';
import {
  isMedia,
  kindOf,
  type DropContext,
  type DropItem,
  type DropPlan,
  type DropStep,
} from '@/shared/drop/plan-drop';

export interface DropText {
  title: string;
  hint: string;
  /** What the drop does, as a part of a sentence; absent if nothing. */
  action?: string;
}

const SAFE = msg('Nothing runs until you press Run');

/** Describes the effect of a drop, shown while dragging. */
export function dropText(plan: DropPlan<DropItem>, context: DropContext): DropText {
  const [only] = plan;
  const attached = plan.flatMap((step) => (step.kind === 'attach' ? [step] : []));
  const because = plan.flatMap((step) => (step.kind === 'ignore' ? [step.because] : [])).join(' ');
  if (only?.kind === 'ignore') return { title: t('This cannot be dropped here'), hint: because };
  const parts = plan.flatMap((step) =>
    step.kind === 'attach' || step.kind === 'ignore' ? [] : [stepText(step, plan, context)],
  );
  const [first] = attached;
  if (first)
    parts.unshift(
      attached.length > 1
        ? t('use {files} as inputs', { files: filesText(attached.map(({ item }) => item)) })
        : attachText(first),
    );
  const action = parts.reduce((one, next) => (one === '' ? next : t('{one} and {next}', { one, next })), '');
  return { title: t('Drop to {action}', { action }), hint: because || hintOf(plan, context), action };
}

/** Describes a link that opens if the drag is held over it. */
export function holdText(name: string, { hint, action }: DropText): DropText {
  return {
    title: t('Hold to open {name}', { name }),
    hint: action === undefined ? hint : t('or drop to {action}', { action }),
  };
}

function attachText({ item, slot, embedded }: Extract<DropStep<DropItem>, { kind: 'attach' }>): string {
  return embedded === 'opened'
    ? t(
        'open the workflow embedded in this {kind, select, image {image} video {video} audio {audio file} other {file}}',
        {
          kind: kindOf(item),
        },
      )
    : t('use as input of {label}', { label: slot.label });
}

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
      return t('choose: one run for each of the {files}, or inputs of one run', { files: filesText(items) });
    case 'attach_to_draft':
      return plan.some((other) => other.kind === 'open' && other.items.length > 1)
        ? t('use {files} as inputs of the first', { files: filesText(items) })
        : t('use {files} as {count, plural, one {its input} other {its inputs}}', {
            files: filesText(items),
            count: items.length,
          });
    case 'store':
      return isAlone && items.length === 1
        ? t('upload the file to the gallery')
        : t('upload {files} to the gallery', { files: filesText(items) });
    case 'leave_to_spot': {
      const { media, several, slotKey } = step.spot;
      const label = slots.find(({ key }) => key === slotKey)?.label ?? step.spot.label;
      if (media === 'workflow') return t('use this workflow');
      if (several === 'list') return t('add {files} to {label}', { files: filesText(items), label });
      if (slotKey === undefined && media === 'file') return t('use in {label}', { label });
      return items.length === 1
        ? t('use as input of {label}', { label })
        : t('choose: one run for each of the {files}, or the first one only', { files: filesText(items) });
    }
  }
}

function openText(items: readonly DropItem[], isAlone: boolean): string {
  const kinds = new Set(items.map(kindOf));
  const [kind] = kinds;
  const isOne = items.length === 1;
  if (kinds.size > 1) return t('open the workflows in {count} files', { count: items.length });
  if (kind === 'workflow' && isAlone) {
    return isOne ? t('open as a workflow') : t('open {count} files, each as a draft', { count: items.length });
  }
  if (kind === 'workflow') return isOne ? t('open the workflow') : t('open {count} workflows', { count: items.length });
  if (kind && isMedia(kind)) {
    return isOne
      ? t(
          'open the workflow embedded in this {kind, select, image {image} video {video} audio {audio file} other {file}}',
          { kind },
        )
      : t(
          'open the workflows embedded in {count} {kind, select, image {images} video {videos} audio {audio files} other {files}}',
          {
            count: items.length,
            kind,
          },
        );
  }
  if (items.some(({ isUrl }) => isUrl)) return t('open the linked file');
  if (kind === 'unknown')
    return isOne ? t('open a file or folder') : t('open {count} files or folders', { count: items.length });
  return isOne
    ? t('look for a workflow in this file')
    : t('look for workflows in {count} files', { count: items.length });
}

function hintOf(plan: DropPlan<DropItem>, { slots, isLibrary }: DropContext): string {
  const [only] = plan;
  const items = plan.flatMap((step) => (step.kind === 'attach' ? [step.item] : step.items));
  const media = items.filter((item) => isMedia(kindOf(item))).length;
  if (only?.kind === 'leave_to_spot') return only.spot.media === 'workflow' ? t('Choose its input next') : t(SAFE);
  if (only?.kind === 'attach' && only.embedded === 'opened')
    return t('without one, it is used as input of {label}', { label: only.slot.label });
  // Items of unknown kind during the drag may turn out to be anything.
  if (items.some((item) => kindOf(item) === 'unknown')) {
    if (isLibrary) return t('workflows open as drafts instead');
    return slots.length > 0 ? t('media become inputs, workflows open as separate drafts') : t(SAFE);
  }
  const isUsed = plan.some(({ kind }) => kind === 'attach' || kind === 'ask_runs' || kind === 'store');
  if (isUsed && media > 0) {
    return media === 1
      ? t('hold Alt to open the embedded workflow instead')
      : t('hold Alt to open the embedded workflows instead');
  }
  if (slots.length > 0 && plan.some(({ kind }) => kind === 'open')) return t('opens as a separate draft');
  return media > 0 && media === items.length
    ? t('to use it as input, hold it over Submit, then over a draft')
    : t(SAFE);
}

function filesText(items: readonly DropItem[]): string {
  const { length: count } = items;
  const isImages = items.every((item) => kindOf(item) === 'image');
  if (items.some(({ isUrl }) => isUrl)) return t('the linked file');
  if (items.some((item) => kindOf(item) === 'unknown')) {
    return t('{count, plural, one {# file or folder} other {# files or folders}}', { count });
  }
  return isImages
    ? t('{count, plural, one {# image} other {# images}}', { count })
    : t('{count, plural, one {# file} other {# files}}', { count });
}
