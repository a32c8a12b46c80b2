import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query';
import { markStale } from '@/api/live/stale-table';
import { t } from '@/lib/i18n/messages';
import { dismissToast, showToast, type Toast } from './toasts';

export type Message = Omit<Toast, 'id' | 'tone'> & Partial<Pick<Toast, 'tone'>>;

/** The title says what failed, the description what that means for work and money, and what to do now. */
export type Failure = Message & { description: string };

/** A change by the user, with all that is said about it. */
export interface Action<Input, Result> {
  run: (input: Input) => Promise<Result>;
  /** `null` if the user stopped it, or the caller shows the error in a form or dialog. */
  failed: (error: unknown, input: Input) => Failure | null;
  /** Message while it runs. */
  pending?: Message;
  /** Message after it; `null` if the page itself shows the result. */
  done?: (result: Result, input: Input) => Message | null;
  /** Reverses it: offered as Undo with the message after it, unless it is `null`. */
  undo?: (result: Result, input: Input) => Pick<Action<void, unknown>, 'run' | 'failed' | 'optimistic'> | null;
  /** Changes the cache at once (`changeCached`). @returns the way back, which is taken if it fails */
  optimistic?: (input: Input) => () => void;
  /** What it makes stale, also if it failed: a request without a response may have been executed. */
  stale?: Parameters<typeof markStale>;
}

export type Outcome<Result> = { ok: true; result: Result } | { ok: false; error: unknown };

/**
 * Runs a change and shows its one message (decision 109). Never rejects; resolves when what is stale has been read again. Components
 * use `useAction`, which knows whether it is in progress.
 */
export function runAction<Result>(action: Action<void, Result>): Promise<Outcome<Result>> {
  return runActionWith(action, undefined);
}

export async function runActionWith<Input, Result>(
  action: Action<Input, Result>,
  input: Input,
): Promise<Outcome<Result>> {
  const { pending, stale } = action;
  const pendingId = pending && showToast({ tone: 'neutral', stays: true, ...pending });
  const outcome = await attempt(action, input);
  if (pendingId !== undefined) dismissToast(pendingId);
  const message = messageAfter(action, input, outcome);
  if (message) showToast(message);
  if (stale) await markStale(...stale);
  return outcome;
}

async function attempt<Input, Result>(
  { run, optimistic }: Action<Input, Result>,
  input: Input,
): Promise<Outcome<Result>> {
  const rollBack = optimistic?.(input);
  try {
    return { ok: true, result: await run(input) };
  } catch (error) {
    rollBack?.();
    return { ok: false, error };
  }
}

function messageAfter<Input, Result>(
  { done, failed, undo, stale }: Action<Input, Result>,
  input: Input,
  outcome: Outcome<Result>,
): Omit<Toast, 'id'> | null {
  if (!outcome.ok) {
    const failure = failed(outcome.error, input);
    return failure && { tone: 'bad', ...failure };
  }
  const message = done?.(outcome.result, input);
  if (!message) return null;
  const reversal = undo?.(outcome.result, input);
  if (!reversal) return { tone: 'ok', ...message };
  const onSelect = () => void runAction({ ...reversal, ...(stale ? { stale } : {}) });
  return { tone: 'neutral', ...message, action: { label: t('Undo'), onSelect } };
}

/** Changes data of the cache before the server does, for `optimistic`. Nothing happens if it was not read yet. */
export function changeCached<Key extends QueryKey>(
  client: QueryClient,
  queryKey: Key,
  change: (known: InferDataFromTag<unknown, Key>) => InferDataFromTag<unknown, Key>,
): () => void {
  // A response on its way would bring back the state before.
  void client.cancelQueries({ queryKey, exact: true });
  const before = client.getQueryData(queryKey);
  if (before === undefined) return () => {};
  client.setQueryData(queryKey, change(before));
  return () => void client.setQueryData(queryKey, before);
}
