import { beforeEach, describe, expect, test } from 'vitest';
import { createMemoryDeps, type MemoryDeps } from '../testing/memory-deps';
import { MAX_SESSIONS, SESSION_LIFETIME_S, Sessions } from './sessions';

let deps: MemoryDeps;
beforeEach(async () => {
  deps = await createMemoryDeps({ settings: { token: 'the-token' } });
});

const withToken = (token: string) => ({ ...deps, settings: { ...deps.settings, token } });

describe('sessions', () => {
  test('ends sessions of another token and expired ones', async () => {
    const { cookie, proof } = new Sessions(deps).start();
    expect(new Sessions(deps).isOpen([cookie], proof)).toBe(true);
    expect(new Sessions(withToken('another')).isOpen([cookie], proof)).toBe(false);
    // Also permanently: the old token does not restore them.
    expect(new Sessions(deps).isOpen([cookie], proof)).toBe(false);
    const sessions = new Sessions(deps);
    const next = sessions.start();
    await deps.clock.advance(SESSION_LIFETIME_S * 1000);
    expect(sessions.isOpen([next.cookie], next.proof)).toBe(false);
    expect(new Sessions(deps).isOpen([next.cookie], next.proof)).toBe(false);
    expect(deps.store.sessions.all()).toEqual([]);
  });

  test('stores neither half of a session, nor the token', () => {
    const { cookie, proof } = new Sessions(deps).start();
    const stored = JSON.stringify(deps.store.sessions.all());
    for (const secret of [cookie, proof, 'the-token']) expect(stored).not.toContain(secret);
  });

  test('removes the oldest when there are too many', () => {
    const sessions = new Sessions(deps);
    const first = sessions.start();
    for (let count = 1; count < MAX_SESSIONS; count += 1) sessions.start();
    expect(sessions.isOpen([first.cookie], first.proof)).toBe(true);
    const last = sessions.start();
    expect(sessions.isOpen([first.cookie], first.proof)).toBe(false);
    expect(sessions.isOpen([last.cookie], last.proof)).toBe(true);
    expect(deps.store.sessions.all()).toHaveLength(MAX_SESSIONS);
  });
});
