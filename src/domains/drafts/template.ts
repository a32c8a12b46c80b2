/** The small form of a workflow: the inputs that the user pinned, in groups, under their own names. */
export interface Template {
  /** Empty: the name of the draft. */
  title: string;
  description: string;
  /** In display order. Empty until an input is pinned. */
  groups: readonly TemplateGroup[];
}

export interface TemplateGroup {
  /** Unique within the template; not part of files. */
  id: number;
  /** Empty: no heading. */
  title: string;
  inputs: readonly PinnedInput[];
}

export interface InputAddress {
  nodeId: string;
  input: string;
}

export interface PinnedInput extends InputAddress {
  /** Empty: the name of the input. */
  label: string;
  /** Shown below the control. */
  help: string;
}

export const EMPTY_TEMPLATE: Template = { title: '', description: '', groups: [] };

/** Longest texts, in UTF-16 units, and most entries. */
export const TEMPLATE_LIMITS = { title: 120, description: 2000, label: 80, help: 500, groups: 40, inputs: 300 };

/** A line of the template: a heading, or an input below the nearest heading. */
export type TemplateRow = { kind: 'group'; id: number; title: string } | { kind: 'input'; pinned: PinnedInput };

export function pinnedInputs(template: Template): PinnedInput[] {
  return template.groups.flatMap(({ inputs }) => inputs);
}

export function isSameInput(left: InputAddress, right: InputAddress): boolean {
  return left.nodeId === right.nodeId && left.input === right.input;
}

export function isPinned(template: Template, address: InputAddress): boolean {
  return template.groups.some(({ inputs }) => inputs.some((pinned) => isSameInput(pinned, address)));
}

/** Adds the input at the end of the last group. Returns the same template if it is pinned or the template is full. */
export function pinInput(template: Template, { nodeId, input }: InputAddress): Template {
  if (isPinned(template, { nodeId, input }) || pinnedInputs(template).length >= TEMPLATE_LIMITS.inputs) return template;
  const pinned: PinnedInput = { nodeId, input, label: '', help: '' };
  const last = template.groups.at(-1) ?? { id: 1, title: '', inputs: [] };
  const groups = [...template.groups.slice(0, -1), { ...last, inputs: [...last.inputs, pinned] }];
  return { ...template, groups };
}

export function unpinInput(template: Template, address: InputAddress): Template {
  return withRows(
    template,
    templateRows(template).filter((row) => row.kind === 'group' || !isSameInput(row.pinned, address)),
  );
}

export function editInput(
  template: Template,
  address: InputAddress,
  change: Partial<Pick<PinnedInput, 'label' | 'help'>>,
): Template {
  return withRows(
    template,
    templateRows(template).map((row) =>
      row.kind === 'input' && isSameInput(row.pinned, address)
        ? { kind: 'input', pinned: { ...row.pinned, ...change } }
        : row,
    ),
  );
}

/** Adds an empty group at the end. */
export function addGroup(template: Template): Template {
  if (template.groups.length >= TEMPLATE_LIMITS.groups) return template;
  const id = Math.max(0, ...template.groups.map((group) => group.id)) + 1;
  return { ...template, groups: [...template.groups, { id, title: '', inputs: [] }] };
}

export function renameGroup(template: Template, id: number, title: string): Template {
  return { ...template, groups: template.groups.map((group) => (group.id === id ? { ...group, title } : group)) };
}

/** Removes the heading: its inputs join the group above, or the one below if it was the first. */
export function removeGroup(template: Template, id: number): Template {
  const index = template.groups.findIndex((group) => group.id === id);
  const removed = template.groups[index];
  if (!removed) return template;
  const groups = template.groups.filter((group) => group !== removed);
  const heir = groups[Math.max(0, index - 1)];
  if (!heir) return removed.inputs.length === 0 ? { ...template, groups } : renameGroup(template, id, '');
  const inputs = index === 0 ? [...removed.inputs, ...heir.inputs] : [...heir.inputs, ...removed.inputs];
  return { ...template, groups: groups.map((group) => (group === heir ? { ...heir, inputs } : group)) };
}

export function templateRows({ groups }: Template): TemplateRow[] {
  return groups.flatMap(({ id, title, inputs }): TemplateRow[] => [
    { kind: 'group', id, title },
    ...inputs.map((pinned) => ({ kind: 'input' as const, pinned })),
  ]);
}

function withRows(template: Template, rows: readonly TemplateRow[]): Template {
  const groups: { id: number; title: string; inputs: PinnedInput[] }[] = [];
  for (const row of rows) {
    if (row.kind === 'group') groups.push({ id: row.id, title: row.title, inputs: [] });
    else groups.at(-1)?.inputs.push(row.pinned);
  }
  return { ...template, groups };
}

/**
 * Moves an input to another row, counted without itself; the first row is always a heading.
 * @param to such as 1 for the first input of the first group
 */
export function moveInputTo(template: Template, address: InputAddress, to: number): Template {
  const rows = templateRows(template);
  const from = rows.findIndex((row) => row.kind === 'input' && isSameInput(row.pinned, address));
  const [row] = rows.slice(from, from + 1);
  if (from < 0 || !row) return template;
  const rest = rows.toSpliced(from, 1);
  const target = Math.min(Math.max(1, to), rest.length);
  return target === from ? template : withRows(template, rest.toSpliced(target, 0, row));
}

/** Moves an input by one row; past a heading, it changes its group. */
export function stepInput(template: Template, address: InputAddress, step: 1 | -1): Template {
  const from = templateRows(template).findIndex((row) => row.kind === 'input' && isSameInput(row.pinned, address));
  return from < 0 ? template : moveInputTo(template, address, from + step);
}

/** Moves a group with its inputs to another place among the groups, counted without itself. */
export function moveGroupTo(template: Template, id: number, to: number): Template {
  const from = template.groups.findIndex((group) => group.id === id);
  const group = template.groups[from];
  const target = Math.min(Math.max(0, to), template.groups.length - 1);
  if (!group || target === from) return template;
  return { ...template, groups: template.groups.toSpliced(from, 1).toSpliced(target, 0, group) };
}

export function stepGroup(template: Template, id: number, step: 1 | -1): Template {
  const from = template.groups.findIndex((group) => group.id === id);
  return from < 0 ? template : moveGroupTo(template, id, from + step);
}

/** Omits pinned inputs that a workflow does not have. */
export function keepInputs(
  template: Template,
  has: (address: InputAddress) => boolean,
): { template: Template; lost: number } {
  const rows = templateRows(template);
  const kept = rows.filter((row) => row.kind === 'group' || has(row.pinned));
  return { template: withRows(template, kept), lost: rows.length - kept.length };
}
