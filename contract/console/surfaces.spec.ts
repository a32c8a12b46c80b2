import { describe, expect, it } from 'vitest';
import { normalizeBaseUrl, parseRelayPath, relayPath, SurfaceConfig } from './surfaces';

const surface: SurfaceConfig = {
  id: 'cloud',
  name: 'Cloud',
  color: 'blue',
  kind: 'managed',
  baseUrl: 'https://cloud.example',
  routerBaseUrl: null,
  access: 'relay',
  routerAuth: 'bearer',
  dialect: 'service',
};

describe('a configured surface', () => {
  it.each([
    { id: 'local' },
    { id: 'two words' },
    { id: 'under_score' },
    { id: '-edge' },
    { id: 'a'.repeat(64) },
    { name: '  ' },
    { baseUrl: null },
    { baseUrl: 'ftp://cloud.example' },
    { baseUrl: 'https://ada:secret@cloud.example' },
    { baseUrl: 'https://cloud.example/' },
    { baseUrl: 'https://cloud.example?key=1' },
  ])('is rejected with %j', (change) => {
    expect(SurfaceConfig.safeParse({ ...surface, ...change }).success).toBe(false);
  });

  it.each([
    {},
    { id: 'a'.repeat(63) },
    { baseUrl: 'http://127.0.0.1:8189/deployment/x' },
    { baseUrl: null, routerBaseUrl: 'https://r.example' },
  ])('is accepted with %j', (change) => {
    expect(SurfaceConfig.safeParse({ ...surface, ...change }).success).toBe(true);
  });
});

describe('an entered base URL', () => {
  it.each([
    ['https://cloud.example/', 'https://cloud.example'],
    [' cloud.example ', 'https://cloud.example'],
    ['http://127.0.0.1:8189/api/v2', 'http://127.0.0.1:8189'],
    ['https://x.example/deployment/d1/api/v2/jobs', 'https://x.example/deployment/d1'],
    ['https://api.example/v2/models?q=1', 'https://api.example'],
    ['https://cloud.example/apiary', 'https://cloud.example/apiary'],
  ])('%j becomes %j', (typed, url) => {
    expect(normalizeBaseUrl(typed)).toBe(url);
  });

  it.each(['', 'http://', 'file:///etc', 'https://ada:secret@cloud.example', 'java script:x'])(
    '%j is invalid',
    (typed) => {
      expect(normalizeBaseUrl(typed)).toBeNull();
    },
  );
});

describe('the path of a relayed request', () => {
  it.each([
    ['jobs', 'https://x.example/deployment/d1/api/v2/jobs?limit=1', '/deployment/d1/api/v2/jobs?limit=1'],
    ['router', 'https://api.example/v2/models/a%2Fb', '/v2/models/a%2Fb'],
  ] as const)('%s contains path and query of %s', (target, remote, path) => {
    const relayed = relayPath('cloud', target, remote);
    expect(parseRelayPath(new URL(relayed, 'http://127.0.0.1:8189'))).toEqual({ id: 'cloud', target, path });
  });

  it.each([
    '/console/relay/cloud/other/x',
    '/console/relay/cloud/jobs',
    '/console/relay/%2e%2e/jobs/x',
    '/api/v2/jobs',
  ])('%s is invalid', (path) => {
    expect(parseRelayPath(new URL(path, 'http://127.0.0.1:8189'))).toBeNull();
  });
});
