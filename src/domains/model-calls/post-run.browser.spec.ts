import { expect, it } from 'vitest';
import { postRun } from './post-run';
import { makeRun } from './testing/run-fixture';

it('a call that is stopped before its request is sent ends, and sends nothing', async () => {
  const sent = postRun(makeRun(), '{}', { signal: AbortSignal.abort(), onStage: () => {} });
  expect(await sent).toEqual({ outcome: { kind: 'aborted' } });
});
