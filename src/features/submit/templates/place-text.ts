import { isSameInput, type InputAddress, type Template } from '@/domains/drafts/template';
import { t } from '@/lib/i18n/messages';

/** Says where an input is, after it was moved. */
export function placeText({ groups }: Template, address: InputAddress): string {
  for (const [index, { title, inputs }] of groups.entries()) {
    const at = inputs.findIndex((pinned) => isSameInput(pinned, address));
    const pinned = inputs[at];
    if (!pinned) continue;
    const place = { label: pinned.label || pinned.input, place: at + 1, count: inputs.length };
    if (groups.length < 2) return t('{label}: place {place} of {count}', place);
    const group = title || t('group {number}', { number: index + 1 });
    return t('{label}: place {place} of {count} in {group}', { ...place, group });
  }
  return '';
}

export function groupPlaceText({ groups }: Template, id: number): string {
  const at = groups.findIndex((group) => group.id === id);
  const title = groups[at]?.title || t('Group');
  return t('{title}: group {number} of {count}', { title, number: at + 1, count: groups.length });
}
