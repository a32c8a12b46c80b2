import { isSameInput, type InputAddress, type Template } from '@/domains/drafts/template';

/** Says where an input is, after it was moved. */
export function placeText({ groups }: Template, address: InputAddress): string {
  for (const [index, { title, inputs }] of groups.entries()) {
    const at = inputs.findIndex((pinned) => isSameInput(pinned, address));
    const pinned = inputs[at];
    if (!pinned) continue;
    const group = groups.length > 1 ? ` in ${title || `group ${index + 1}`}` : '';
    return `${pinned.label || pinned.input}: place ${at + 1} of ${inputs.length}${group}`;
  }
  return '';
}

export function groupPlaceText({ groups }: Template, id: number): string {
  const at = groups.findIndex((group) => group.id === id);
  return `${groups[at]?.title || 'Group'}: group ${at + 1} of ${groups.length}`;
}
