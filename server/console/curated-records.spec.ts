import { describe, expect, test } from 'vitest';
import {
  MAX_RECORD_LENGTH,
  type ChangedRecords,
  type CuratedRecord,
  type CuratedRecords,
  type FieldValue,
} from '@contract/console/curated-records';
import type { GatewayStatus } from '@contract/console/gateway-status';
import { JobHost } from '../jobs/testing/job-host';

async function list(host: JobHost, since?: number): Promise<CuratedRecords> {
  const response = await host.fetch(`/console/records${since === undefined ? '' : `?since=${since}`}`);
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  return (await response.json()) as CuratedRecords;
}

function post(host: JobHost, since: number, ...records: readonly CuratedRecord[]): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return host.fetch('/console/records', { method: 'POST', headers, body: JSON.stringify({ since, records }) });
}

async function change(host: JobHost, since: number, ...records: readonly CuratedRecord[]): Promise<ChangedRecords> {
  const response = await post(host, since, ...records);
  expect(response.status).toBe(200);
  return (await response.json()) as ChangedRecords;
}

const named = (id: string, value: FieldValue, at: number): CuratedRecord => ({
  kind: 'view',
  id,
  fields: { name: { value, at } },
});

describe('curated records', () => {
  test('are merged by field, and listed from a version on', async () => {
    const host = await JobHost.start();
    const empty = await list(host);
    expect(empty).toMatchObject({ version: 0, records: [], more: false });
    await change(host, 0, named('a', 'A', 5), named('b', 'B', 5));
    const first = await list(host);
    expect(first.records).toEqual([named('a', 'A', 5), named('b', 'B', 5)]);
    const fields = { name: { value: 'old', at: 4 }, text: { value: 'new', at: 4 } };
    const merged = { kind: 'view', id: 'a', fields: { name: { value: 'A', at: 5 }, text: { value: 'new', at: 4 } } };
    const changed = await change(host, first.version, { kind: 'view', id: 'a', fields });
    expect(changed).toMatchObject({ is_current: true, records: [merged], version: first.version + 1, rejected: [] });
    expect(await list(host, first.version)).toMatchObject({ store: empty.store, records: [merged], more: false });
  });

  test('are announced by the status, for consoles that poll it', async () => {
    const host = await JobHost.start();
    const announced = async () => {
      const { records } = (await (await host.fetch('/console/status')).json()) as GatewayStatus;
      return records;
    };
    const { store } = await list(host);
    expect(await announced()).toEqual({ store, version: 0 });
    const { version } = await change(host, 0, named('a', 'A', 5));
    expect(version).toBeGreaterThan(0);
    expect(await announced()).toEqual({ store, version });
  });

  test('of two kinds may have the same id', async () => {
    const host = await JobHost.start();
    await change(host, 0, named('a', 'A', 5), { ...named('a', 'B', 5), kind: 'snippet' });
    expect((await list(host)).records.map(({ kind }) => kind)).toEqual(['view', 'snippet']);
  });

  test('do not change when a request is repeated', async () => {
    const host = await JobHost.start();
    const { version } = await change(host, 0, named('a', 'A', 5));
    expect(await change(host, version, named('a', 'A', 5))).toMatchObject({ is_current: true, version });
    expect(await list(host, version)).toMatchObject({ version, records: [] });
  });

  test('do not change for a browser that has not read all of them', async () => {
    const host = await JobHost.start();
    const { version } = await change(host, 0, named('a', 'A', 5));
    expect(await change(host, 0, named('a', 'B', 6))).toMatchObject({ is_current: false, records: [], version });
    expect((await list(host)).records).toEqual([named('a', 'A', 5)]);
  });

  test('lose their fields when they are deleted, and keep the time', async () => {
    const host = await JobHost.start();
    const { version } = await change(host, 0, named('a', 'A', 5));
    await change(host, version, { kind: 'view', id: 'a', fields: {}, deleted_at: 6 });
    expect((await list(host)).records).toEqual([{ kind: 'view', id: 'a', fields: {}, deleted_at: 6 }]);
  });

  test('that are too large are rejected, and the others are kept', async () => {
    const host = await JobHost.start();
    const large = named('large', 'x'.repeat(MAX_RECORD_LENGTH), 5);
    expect(await change(host, 0, large, named('a', 'A', 5))).toMatchObject({
      records: [{ id: 'a' }],
      rejected: [{ kind: 'view', id: 'large', reason: 'record_too_large' }],
    });
    expect((await list(host)).records.map(({ id }) => id)).toEqual(['a']);
  });

  test('are listed in pages, which are bounded in number and length', async () => {
    const host = await JobHost.start();
    for (let page = 0; page < 7; page += 1) {
      const { version } = await list(host, page * 400);
      await change(host, version, ...Array.from({ length: 400 }, (_, index) => named(`${page}-${index}`, 'x', 1)));
    }
    const first = await list(host);
    const second = await list(host, first.version);
    expect([first.records.length, first.more, second.records.length, second.more]).toEqual([2500, true, 300, false]);
    expect(new Set([...first.records, ...second.records].map(({ id }) => id)).size).toBe(2800);
    let { version } = second;
    const text = 'x'.repeat(MAX_RECORD_LENGTH - 1000);
    for (let index = 0; index < 5; index += 1) ({ version } = await change(host, version, named(`l${index}`, text, 1)));
    const large = await list(host, second.version);
    expect([large.records.length, large.more]).toEqual([4, true]);
    expect((await list(host, large.version)).records.map(({ id }) => id)).toEqual(['l4']);
  });

  test.each(['x', '-1', '1.5', '1e3'])('are not listed since %s', async (since) => {
    const host = await JobHost.start();
    expect((await host.fetch(`/console/records?since=${since}`)).status).toBe(400);
  });

  test('are rejected without a time', async () => {
    const host = await JobHost.start();
    expect((await post(host, 0, named('a', 'A', 0))).status).toBe(400);
    expect((await post(host, 0)).status).toBe(400);
  });
});
