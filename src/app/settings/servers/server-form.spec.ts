import { describe, expect, it } from 'vitest';
import type { ListedSurface } from '@contract/console/surfaces';
import { freeId } from './server-presets';
import { credentialOfForm, emptyForm, formOf, plainUrlOf, readForm, withKind, type ServerForm } from './server-form';

const cloud: ListedSurface = {
  id: 'cloud',
  name: 'Cloud',
  color: 'blue',
  kind: 'managed',
  baseUrl: 'https://cloud.example',
  routerBaseUrl: null,
  access: 'relay',
  routerAuth: 'bearer',
  dialect: 'service',
  hasCredential: true,
};
const typed = (change: Partial<ServerForm>): ServerForm => ({ ...emptyForm([]), name: 'Cloud', ...change });

describe('the server form', () => {
  it.each([
    'https://a.run.example.com',
    'https://a.stg.run.example.com',
    'https://gpu.example.org/x',
    'http://10.0.0.7:8189',
  ])('J-1.22: accepts %s of a deployment unchanged, and infers nothing from its host name', (baseUrl) => {
    const read = readForm(typed({ kind: 'serverless', baseUrl }), [], null);
    expect(read).toMatchObject({ surface: { kind: 'serverless', baseUrl, routerBaseUrl: null } });
  });

  it('derives an id from the name, and does not change it with the name', () => {
    const form = typed({ name: 'My Cloud!', baseUrl: 'https://x.example' });
    expect(readForm(form, [], null)).toMatchObject({ surface: { id: 'my-cloud' } });
    expect(readForm({ ...form, name: 'Other' }, [cloud], 'my-cloud')).toMatchObject({ surface: { id: 'my-cloud' } });
  });

  it.each([
    [{ name: ' ', baseUrl: 'https://x.example' }, 'name'],
    [{ baseUrl: '' }, 'baseUrl'],
    [{ baseUrl: 'ftp://x.example' }, 'baseUrl'],
    [{ kind: 'router' as const, routerBaseUrl: '' }, 'routerBaseUrl'],
    [{ baseUrl: 'https://x.example', key: 'two words' }, 'key'],
  ])('with %j reports an error for %s', (change, field) => {
    const read = readForm(typed(change), [], null);
    expect('problems' in read && Object.keys(read.problems)).toEqual([field]);
  });

  it('needs a name only to be saved: a test uses its host', () => {
    const form = typed({ name: ' ', baseUrl: 'http://127.0.0.1:18188' });
    expect(readForm(form, [], null)).toHaveProperty('problems.name');
    expect(readForm(form, [], null, true)).toMatchObject({ surface: { name: '127.0.0.1:18188' } });
    expect(readForm(typed({ name: '', baseUrl: '' }), [], null, true)).toEqual({
      problems: { baseUrl: 'A URL is required.' },
    });
  });

  it('keeps the text of its URL field for another kind, and hides none', () => {
    const url = 'https://models.example';
    const router = typed({ kind: 'router', routerBaseUrl: url });
    const hosted = withKind(router, 'self-hosted');
    expect(hosted).toMatchObject({ kind: 'self-hosted', baseUrl: url, routerBaseUrl: '' });
    expect(withKind(withKind(hosted, 'managed'), 'router')).toEqual(router);
    const both = { ...hosted, routerBaseUrl: 'https://other.example' };
    expect(withKind(both, 'router')).toMatchObject({ baseUrl: '', routerBaseUrl: 'https://other.example' });
    expect(withKind(withKind(both, 'managed'), 'self-hosted')).toEqual(both);
    expect(withKind(withKind(both, 'managed'), 'router')).toMatchObject({ baseUrl: '', routerBaseUrl: url });
  });

  it('does not change a stored API key unless a new one is entered or it is removed', () => {
    const form = formOf(cloud);
    expect(credentialOfForm(form)).toBeUndefined();
    expect(credentialOfForm({ ...form, key: ' k-1 ' })).toBe('k-1');
    expect(credentialOfForm({ ...form, isKeyRemoved: true })).toBeNull();
  });

  it('starts with a color that no other server has', () => {
    expect(emptyForm([cloud]).color).not.toBe('blue');
  });
});

it.each([
  ['Cloud', 'cloud-2'],
  ['Ünïcode Größe', 'unicode-gro-e'],
  ['…', 'server'],
  ['local', 'local-2'],
  ['x'.repeat(80), 'x'.repeat(40)],
])('the id of %j is %s', (name, id) => {
  expect(freeId(name, new Set(['cloud', 'local']))).toBe(id);
});

it.each([
  ['127.0.0.1:18188', 'http://127.0.0.1:18188'],
  [' localhost:8189/ ', 'http://localhost:8189'],
  ['[::1]:8189', 'http://[::1]:8189'],
  ['[fd00::7]:8189', 'http://[fd00::7]:8189'],
  ['10.0.0.7', 'http://10.0.0.7'],
  ['172.16.0.1:80', 'http://172.16.0.1'],
  ['192.168.1.20:8189/deployment/x', 'http://192.168.1.20:8189/deployment/x'],
  ['box', 'http://box'],
  ['box.local:8189', 'http://box.local:8189'],
  ['https://127.0.0.1:8189', null],
  ['http://127.0.0.1:8189', null],
  ['172.32.0.1:8189', null],
  ['192.169.1.1:8189', null],
  ['10.example.com:8189', null],
  ['192.168.1.1.example.com', null],
  ['cloud.example', null],
  ['[2001:db8::1]:8189', null],
  ['', null],
])('the http URL of %j is %j', (address, url) => {
  expect(plainUrlOf(address)).toBe(url);
});
