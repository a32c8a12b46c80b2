import { Pencil, Split, Trash2 } from 'lucide-react';
import { expect, test, vi } from 'vitest';
import { msg, t } from '@/lib/i18n/messages';
import { actionHandlers, actionMenu, barActions, type OfferedAction, type TableAction } from './action-table';
import { toHandler } from './mounted-commands';

const TABLE: Readonly<Record<'edit' | 'compare' | 'delete', TableAction>> = {
  edit: { label: msg('Edit'), icon: Pencil, count: 'one', command: 'edit' },
  compare: { label: msg('Compare'), icon: Split, count: 'several' },
  delete: { label: msg('Delete…'), icon: Trash2, tone: 'danger', command: 'delete' },
};
type Id = keyof typeof TABLE;
const IDS: readonly Id[] = ['edit', 'compare', 'delete'];

const offering =
  (offer: Partial<OfferedAction>) =>
  (id: Id): OfferedAction => ({
    label: t(TABLE[id].label),
    isShown: true,
    reason: null,
    run: () => undefined,
    ...offer,
  });

test('the menu of one thing has what is shown for one, and the reason why it does nothing', () => {
  const menu = actionMenu(TABLE, IDS, offering({ reason: 'In use.' }));
  expect(menu).toMatchObject([
    { label: 'Edit', tone: 'plain', disabledReason: 'In use.' },
    { label: 'Delete…', tone: 'danger', disabledReason: 'In use.' },
  ]);
  expect(actionMenu(TABLE, IDS, offering({ isShown: false }))).toEqual([]);
});

test('the bar of a selection has what is for several', () => {
  expect(barActions(TABLE, offering({})).map(({ id, tone }) => [id, tone])).toEqual([
    ['compare', 'plain'],
    ['delete', 'danger'],
  ]);
  expect(barActions(TABLE, offering({ isShown: false }))).toEqual([]);
});

test('the keys act on what is chosen when they are pressed', () => {
  const run = vi.fn();
  let offer: Partial<OfferedAction> = { run, isShown: false };
  const handlers = actionHandlers(
    IDS,
    (id) => TABLE[id].command,
    (id) => offering(offer)(id),
  );
  expect(Object.keys(handlers)).toEqual(['edit', 'delete']);
  const remove = toHandler(handlers, 'delete');
  expect(remove?.isAvailable?.()).toBe(false);
  offer = { run, reason: 'In use.' };
  expect(remove?.isAvailable?.()).toBe(true);
  expect(remove?.disabledReason).toBe('In use.');
  offer = { run };
  expect(remove?.disabledReason).toBeNull();
  remove?.run('');
  expect(run).toHaveBeenCalledOnce();
});
