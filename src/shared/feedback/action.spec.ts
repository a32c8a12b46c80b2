import { QueryClient, queryOptions } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { changeCached, runAction, runActionWith, type Action } from './action';
import { useToasts } from './toasts';

const namesQuery = queryOptions({ queryKey: ['here', 'device.drafts'], queryFn: () => ['a', 'b'] });
const { queryKey } = namesQuery;

let client = new QueryClient();
beforeEach(() => {
  client = new QueryClient();
  useToasts.setState({ toasts: [] });
});

function deferred<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => (resolve = settle));
  return { promise, resolve };
}

const shown = () => useToasts.getState().toasts.map(({ tone, title, description }) => ({ tone, title, description }));
const isStale = () => client.getQueryState(queryKey)?.isInvalidated;

/** Removes a name from a list, which a server confirms when `confirm` resolves. */
const removal = (confirm: () => Promise<unknown> = async () => {}): Action<string, string> => ({
  async run(name) {
    await confirm();
    return `${name} is gone`;
  },
  done: (result) => ({ title: result }),
  failed: (error, name) => ({
    title: `${name} was not removed`,
    description: `${String(error)} It is unchanged. Try again.`,
  }),
  optimistic: (name) => changeCached(client, queryKey, (names) => names.filter((other) => other !== name)),
  stale: [client, { id: 'here' }, 'changeDrafts'],
});

it('makes the change, shows one message, and marks what is stale', async () => {
  client.setQueryData(queryKey, ['a', 'b']);
  expect(await runActionWith(removal(), 'a')).toEqual({ ok: true, result: 'a is gone' });
  expect(shown()).toEqual([{ tone: 'ok', title: 'a is gone', description: undefined }]);
  expect(isStale()).toBe(true);
});

it('shows the expected result while the request is in progress', async () => {
  client.setQueryData(queryKey, ['a', 'b']);
  const { promise, resolve } = deferred<void>();
  const running = runActionWith(
    removal(() => promise),
    'a',
  );
  expect(client.getQueryData(queryKey)).toEqual(['b']);
  expect(shown()).toEqual([]);
  resolve();
  await running;
});

it('restores the list if the request fails, shows one message, and marks what is stale', async () => {
  client.setQueryData(queryKey, ['a', 'b']);
  const error = new Error('No response.');
  expect(
    await runActionWith(
      removal(() => Promise.reject(error)),
      'a',
    ),
  ).toEqual({ ok: false, error });
  expect(client.getQueryData(queryKey)).toEqual(['a', 'b']);
  expect(shown()).toEqual([
    { tone: 'bad', title: 'a was not removed', description: 'Error: No response. It is unchanged. Try again.' },
  ]);
  expect(isStale()).toBe(true);
});

it('ignores a response that was requested before the change', async () => {
  const { promise, resolve } = deferred<string[]>();
  client.setQueryData(queryKey, ['a', 'b']);
  const reading = client.fetchQuery({ ...namesQuery, queryFn: () => promise }).catch(() => 'canceled');
  changeCached(client, queryKey, () => ['b']);
  resolve(['a', 'b']);
  await reading;
  expect(client.getQueryData(queryKey)).toEqual(['b']);
});

it('changes nothing in a cache that has not read the list', () => {
  changeCached(client, queryKey, () => ['b'])();
  expect(client.getQueryData(queryKey)).toBeUndefined();
});

it('offers Undo, which reports its own failure and marks the same as stale', async () => {
  client.setQueryData(queryKey, ['a', 'b']);
  const undone: string[] = [];
  const action: Action<string, string> = {
    ...removal(),
    undo: (result, name) => ({
      async run() {
        undone.push(`${name}: ${result}`);
        throw new Error('full');
      },
      failed: () => ({ title: 'Could not restore', description: 'It stays deleted.' }),
    }),
  };
  await runActionWith(action, 'a');
  const [toast] = useToasts.getState().toasts;
  expect(toast).toMatchObject({ tone: 'neutral', action: { label: 'Undo' } });
  client.setQueryData(queryKey, ['b']);
  expect(isStale()).toBe(false);
  toast?.action?.onSelect();
  await expect.poll(() => shown().at(-1)?.title).toBe('Could not restore');
  expect(undone).toEqual(['a: a is gone']);
  await expect.poll(isStale).toBe(true);
});

it('shows a message while it runs, and none if there is nothing to say', async () => {
  const { promise, resolve } = deferred<void>();
  const running = runAction({
    run: () => promise,
    pending: { title: 'Preparing' },
    done: () => null,
    failed: () => null,
  });
  expect(shown()).toMatchObject([{ tone: 'neutral', title: 'Preparing' }]);
  resolve();
  await running;
  expect(shown()).toEqual([]);
  const failing = { run: () => Promise.reject(new Error('x')), failed: () => null };
  expect(await runAction(failing)).toMatchObject({ ok: false });
  expect(shown()).toEqual([]);
});
