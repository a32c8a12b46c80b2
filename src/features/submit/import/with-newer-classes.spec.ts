import { expect, it, vi } from 'vitest';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { withNewerClasses } from './with-newer-classes';

const core = { version: '0.33.0', definitions: { Empty: { name: 'Empty', input: {} } } };

it('tries again with the classes that come with ComfyUI, if those of the server alone fail', async () => {
  const convert = (newer?: NodeDefinitions) => ({ ok: newer !== undefined, newer });
  expect(await withNewerClasses(convert, async () => core)).toEqual({ ok: true, newer: core.definitions });
  expect(await withNewerClasses(convert, async () => null)).toEqual({ ok: false, newer: undefined });
});

it('does not load them if the classes of the server suffice', async () => {
  const load = vi.fn(async () => core);
  expect(await withNewerClasses(() => ({ ok: true }), load)).toEqual({ ok: true });
  expect(load).not.toHaveBeenCalled();
});
