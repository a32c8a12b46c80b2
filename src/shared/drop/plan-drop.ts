import type { MediaKind } from '@contract/workflow/node-definitions';
import { contentTypeOf } from '@/lib/files/file-type';
import { t } from '@/lib/i18n/messages';

/** A dragged item, of which only the type is known, or a dropped file. */
export interface DropItem {
  /** Media type; empty for folders, and for types unknown to the platform. */
  readonly type: string;
  readonly name?: string;
  /** A link or an image of another page: its file is fetched after the drop. */
  readonly isUrl?: boolean;
}

/** `workflow`: JSON, which may contain one. `unknown`: the kind cannot be determined, as for a folder during a drag. */
export type DropKind = MediaKind | 'workflow' | 'other' | 'unknown';

/** An input of the current page. */
export interface DropSlot {
  key: string;
  /** `file`: of any kind. */
  media: MediaKind | 'file';
  /** Name of the node, or of the input in a template. */
  label: string;
}

/** An element that accepts the files dropped on it. */
export interface DropArea {
  label: string;
  /** `workflow`: one file that may contain a workflow. */
  media: MediaKind | 'file' | 'workflow';
  /** Handling of several files: adds them to its list, asks what they are for, or does not accept them. */
  several: 'list' | 'ask' | 'none';
  /** The slot that it shows, and whose label it uses. */
  slotKey?: string;
}

export interface DropContext {
  slots: readonly DropSlot[];
  /** Slot for a drop outside the fields, if the input accepts the file. */
  preferred: DropSlot | null;
  /** The page can run once for each of several files. */
  canRunEach: boolean;
  /** The page stores files. */
  isLibrary: boolean;
  /** Drop spot under the pointer. */
  spot: DropArea | null;
  /** Alt is held: open the embedded workflow, even if an input could accept the file itself. */
  isAlt: boolean;
  /** Use of an image, video or audio file with an embedded workflow that could also be an input. */
  mediaChoice: 'ask' | 'input' | 'workflow';
  /** The files were in a folder: unlike chosen ones, some may be there for another reason. */
  isFolder?: boolean;
}

export interface Attachment<Item> {
  item: Item;
  slot: DropSlot;
}

export interface RunsRequest<Item> {
  items: readonly Item[];
  slots: readonly [DropSlot, ...DropSlot[]];
}

export type DropStep<Item> =
  /** Each file is read, and becomes a draft if it contains a workflow. */
  | { kind: 'open'; items: readonly Item[] }
  /** `embedded`: what happens to a workflow in the file. */
  | ({ kind: 'attach'; embedded: 'ignored' | 'asked' | 'opened' } & Attachment<Item>)
  /** More files than inputs: one run for each of them, or as many as one run accepts? */
  | ({ kind: 'ask_runs' } & RunsRequest<Item>)
  /** Inputs of the first draft that the same drop opens. `embedded`: what happens to a workflow in the file. */
  | { kind: 'attach_to_draft'; items: readonly Item[]; embedded: 'ignored' | 'opened' }
  | { kind: 'store'; items: readonly Item[] }
  | { kind: 'leave_to_spot'; items: readonly Item[]; spot: DropArea }
  | { kind: 'ignore'; items: readonly Item[]; because: string };

/** In this order; every item is in exactly one step. */
export type DropPlan<Item> = readonly DropStep<Item>[];

/** Plans the effect of a drop: during the drag for the overlay, afterwards for its execution (decision 076). */
export function planDrop<Item extends DropItem>(items: readonly Item[], context: DropContext): DropPlan<Item> {
  const { spot, isAlt, isLibrary, slots, canRunEach } = context;
  if (spot && acceptsDrop(spot, items)) return [{ kind: 'leave_to_spot', items, spot }];
  // A dialog that requests one workflow: the page behind it receives nothing.
  if (spot?.media === 'workflow') return [{ kind: 'ignore', items, because: t('Drop one file at a time here.') }];
  if (isAlt) return [{ kind: 'open', items }];
  const workflows = items.filter((item) => kindOf(item) === 'workflow');
  const files = items.filter((item) => kindOf(item) !== 'workflow');
  if (isLibrary) return withoutEmpty<Item>([{ kind: 'store', items: files }, openStep(items, workflows)]);
  const media = files.filter((item) => isMedia(kindOf(item)));
  if (workflows.length > 0 && media.length > 0) {
    const others = items.filter((item) => !media.includes(item));
    return [
      { kind: 'open', items: others },
      { kind: 'attach_to_draft', items: media, embedded: context.isFolder ? 'opened' : 'ignored' },
    ];
  }
  const { attached, runsRequest, unused, unfit } = assignSlots(files, slotsFrom(context), canRunEach);
  const embedded = embeddedIn(items, context);
  const because = t('{count, plural, one {# file} other {# files}} not used: the page accepts {accepted}.', {
    count: unused.length,
    accepted: slots.length,
  });
  return withoutEmpty<Item>([
    ...attached.map((attachment) => ({ kind: 'attach' as const, embedded, ...attachment })),
    ...(runsRequest ? [{ kind: 'ask_runs' as const, ...runsRequest }] : []),
    openStep(items, [...workflows, ...unfit]),
    { kind: 'ignore', items: unused, because },
  ]);
}

/** Returns true if the element handles the drop itself. */
export function acceptsDrop({ media, several }: DropArea, items: readonly DropItem[]): boolean {
  if (items.length === 0 || (items.length > 1 && (several === 'none' || media === 'workflow'))) return false;
  // A drop on one field is intentional: the field itself validates files of unknown kind.
  return media === 'workflow' || media === 'file' || items.every((item) => isFor(media, item));
}

function isFor(media: MediaKind, item: DropItem): boolean {
  const kind = kindOf(item);
  return kind === media || kind === 'unknown';
}

export interface SlotAssignment<Item> {
  attached: Attachment<Item>[];
  runsRequest: RunsRequest<Item> | null;
  /** Inputs accept them, but all of these already get a file of this drop. */
  unused: Item[];
  /** No input accepts them. */
  unfit: Item[];
}

/** Assigns each file, in order, to the first free input that accepts it. */
export function assignSlots<Item extends DropItem>(
  items: readonly Item[],
  slots: readonly DropSlot[],
  canRunEach: boolean,
): SlotAssignment<Item> {
  const free = [...slots];
  const all: Attachment<Item>[] = [];
  const left: Item[] = [];
  const unfit: Item[] = [];
  for (const item of items) {
    const kind = kindOf(item);
    const index = free.findIndex((slot) => acceptsKind(slot, kind));
    const [slot] = index < 0 ? [] : free.splice(index, 1);
    if (slot) all.push({ item, slot });
    else (slots.some((other) => acceptsKind(other, kind)) ? left : unfit).push(item);
  }
  const kind = left[0] && kindOf(left[0]);
  const [first, ...more] = all.filter(({ item }) => kindOf(item) === kind);
  if (!canRunEach || !first) return { attached: all, runsRequest: null, unused: left, unfit };
  // Fills one input at a time: with two kinds left over, the second gets as many files as it accepts.
  return {
    attached: all.filter(({ item }) => kindOf(item) !== kind),
    runsRequest: {
      items: items.filter((item) => kindOf(item) === kind),
      slots: [first.slot, ...more.map(({ slot }) => slot)],
    },
    unused: left.filter((item) => kindOf(item) !== kind),
    unfit,
  };
}

/** By type, else by extension: browsers leave `type` empty for what their platform does not know. */
export function kindOf({ type, name = '' }: DropItem): DropKind {
  if (/\.json$/i.test(name)) return 'workflow';
  // Firefox exposes only this type while a file is dragged.
  const given = type === 'application/x-moz-file' ? '' : type;
  const known = contentTypeOf({ type: given, name }).toLowerCase();
  if (known === 'application/json') return 'workflow';
  if (known === 'application/octet-stream') return 'unknown';
  const [family] = known.split('/');
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'other';
}

export function isMedia(kind: DropKind): kind is MediaKind {
  return kind === 'image' || kind === 'audio' || kind === 'video';
}

function acceptsKind({ media }: DropSlot, kind: DropKind): boolean {
  return media === kind || (media === 'file' && kind !== 'workflow');
}

/** Returns the slots in order, starting with the intended one. */
function slotsFrom({ slots, preferred, spot }: DropContext): DropSlot[] {
  const key = spot?.slotKey ?? preferred?.key;
  const start = Math.max(
    0,
    slots.findIndex((slot) => slot.key === key),
  );
  return [...slots.slice(start), ...slots.slice(0, start)];
}

/** Only of a file that is dropped alone: several are surely meant as inputs. */
function embeddedIn(
  [first, ...more]: readonly DropItem[],
  { mediaChoice }: DropContext,
): 'ignored' | 'asked' | 'opened' {
  if (!first || more.length > 0 || !isMedia(kindOf(first)) || mediaChoice === 'input') return 'ignored';
  return mediaChoice === 'ask' ? 'asked' : 'opened';
}

/** In the order of the drop. */
function openStep<Item>(items: readonly Item[], opened: readonly Item[]): DropStep<Item> {
  return { kind: 'open', items: items.filter((item) => opened.includes(item)) };
}

function withoutEmpty<Item>(steps: readonly DropStep<Item>[]): DropPlan<Item> {
  return steps.filter((step) => !('items' in step) || step.items.length > 0);
}
