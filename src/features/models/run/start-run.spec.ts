import { beforeEach, expect, it, vi } from 'vitest';
import { useToasts } from '@/shared/feedback/toasts';

const { stored } = vi.hoisted(() => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8189' });
  return { stored: new Map<string, string>() };
});
vi.mock('@/domains/model-calls/runs', () => ({ readRunBody: async (id: string) => stored.get(id) ?? null }));

beforeEach(() => {
  stored.clear();
  useToasts.setState({ toasts: [] });
});

it('passes on the stored input of a run, or says that there is none and what to do', async () => {
  const { withStoredInput } = await import('./start-run');
  const inputs: string[] = [];
  const act = (bodyText: string) => void inputs.push(bodyText);
  stored.set('kept', '{"prompt":"a"}');
  await withStoredInput({ id: 'kept' }, act);
  expect(useToasts.getState().toasts).toEqual([]);
  await withStoredInput({ id: 'gone' }, act);
  expect(inputs).toEqual(['{"prompt":"a"}']);
  expect(useToasts.getState().toasts).toMatchObject([
    {
      tone: 'warn',
      title: 'The input is no longer stored in this browser',
      description: expect.stringContaining('unchanged'),
    },
  ]);
});
