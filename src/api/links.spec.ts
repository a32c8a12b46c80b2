import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { credentialOf } from './credentials';
import { withAbsoluteLinks } from './links';
import type { Surface } from './surface';

const here = 'http://127.0.0.1:8189';
const relay: Surface = {
  id: 'cloud',
  name: 'Cloud',
  baseUrl: `${here}/console/relay/cloud/jobs/deployment/d1`,
  routerBaseUrl: `${here}/console/relay/cloud/router`,
  kind: 'deployment',
  remote: { jobs: 'https://run.example/deployment/d1', router: 'https://models.example' },
};
const direct: Surface = { ...relay, baseUrl: 'https://run.example', routerBaseUrl: null };
delete direct.remote;
const requestUrl = `${relay.baseUrl}/api/v2/jobs/j1`;

beforeEach(() => void vi.stubGlobal('location', { origin: here }));
afterEach(() => void vi.unstubAllGlobals());

describe('links in responses of a relayed surface', () => {
  it.each([
    ['/deployment/d1/api/v2/jobs/j1', `${here}/console/relay/cloud/jobs/deployment/d1/api/v2/jobs/j1`],
    ['https://run.example/api/v2/jobs/j1?x=1', `${here}/console/relay/cloud/jobs/api/v2/jobs/j1?x=1`],
    ['https://models.example/v2/models/a', `${here}/console/relay/cloud/router/v2/models/a`],
  ])('J-1.18: %s becomes %s', (link, url) => {
    const { urls } = withAbsoluteLinks({ id: 'j1', urls: { self: link } }, relay, requestUrl);
    expect(urls.self).toBe(url);
  });

  it.each([
    'https://elsewhere.example/j1',
    '//elsewhere.example/j1',
    'javascript:alert(1)',
    `${here}/console/comfyui/check?x=`,
    `${here}/console/relay/other/jobs/api/v2/jobs/j2/cancel`,
    `${here}/api/v2/jobs/j2/cancel`,
  ])('that name %s stand for the operations of the surface', (link) => {
    const operations = `${relay.baseUrl}/api/v2/jobs/j1`;
    const job = { id: 'j1', urls: { self: link, cancel: link, events: link, logs: link, other: link } };
    expect(withAbsoluteLinks(job, relay, requestUrl).urls).toEqual({
      self: operations,
      cancel: `${operations}/cancel`,
      events: `${operations}/events`,
      logs: `${operations}/logs`,
    });
    const [output] = withAbsoluteLinks({ outputs: [{ id: 'a1', url: link }] }, relay, requestUrl).outputs;
    expect(output?.url).toBe(`${relay.baseUrl}/api/v2/assets/a1/content`);
    expect(withAbsoluteLinks({ url: link }, relay, requestUrl).url).toBe('about:blank');
  });

  it('content on another host is loaded through the content operation', () => {
    const job = { id: 'j1', outputs: [{ id: 'a/1', url: 'https://storage.example/f.png?signature=x' }] };
    const [output] = withAbsoluteLinks(job, relay, requestUrl).outputs;
    expect(output?.url).toBe(`${relay.baseUrl}/api/v2/assets/a%2F1/content?flowdeck_job=j1`);
    const [early] = withAbsoluteLinks(job.outputs, relay, requestUrl, 'j 2');
    expect(early?.url).toBe(`${relay.baseUrl}/api/v2/assets/a%2F1/content?flowdeck_job=j%202`);
    const [asset] = withAbsoluteLinks(job.outputs, relay, requestUrl);
    expect(asset?.url).toBe(`${relay.baseUrl}/api/v2/assets/a%2F1/content`);
  });

  it('in a list page are mapped too', () => {
    const page = { data: [{ id: 'j1', urls: { events: '/api/v2/jobs/j1/events' } }] };
    expect(withAbsoluteLinks(page, relay, requestUrl).data[0]?.urls.events).toBe(
      `${here}/console/relay/cloud/jobs/api/v2/jobs/j1/events`,
    );
  });
});

describe('links in responses of a directly reached surface', () => {
  const base = 'https://run.example/api/v2';

  it('lead to the surface, and content also to its storage', () => {
    const asset = { id: 'a1', url: 'https://storage.example/f.png', urls: { self: '/api/v2/x' } };
    expect(withAbsoluteLinks(asset, direct, `${base}/assets/a1`)).toEqual({ ...asset, urls: { self: `${base}/x` } });
    expect(credentialOf({ ...direct, bearer: 'key' }, asset.url)).toEqual({ mode: 'omit', headers: {} });
  });

  it.each([`${here}/console/comfyui/check`, 'http://127.0.0.1:9000/', 'javascript:alert(1)'])(
    'that name %s stand for the operations of the surface',
    (link) => {
      const job = { id: 'j1', urls: { self: link, cancel: link, events: link } };
      expect(withAbsoluteLinks(job, direct, `${base}/jobs/j1`).urls).toEqual({
        self: `${base}/jobs/j1`,
        cancel: `${base}/jobs/j1/cancel`,
        events: `${base}/jobs/j1/events`,
      });
    },
  );

  it('name no file of this gateway', () => {
    const asset = { id: 'a1', url: `${here}/console/surfaces` };
    expect(withAbsoluteLinks(asset, direct, `${base}/assets/a1`).url).toBe(`${base}/assets/a1/content`);
  });
});

it('the credential of a relayed surface goes along with URLs of its own relay only', () => {
  const modes = ['console/relay/cloud/jobs/x', 'console/relay/other/jobs/x', 'console/surfaces', 'api/v2/jobs'].map(
    (path) => credentialOf(relay, `${here}/${path}`).mode,
  );
  expect(modes).toEqual(['same-origin', 'omit', 'omit', 'omit']);
});
