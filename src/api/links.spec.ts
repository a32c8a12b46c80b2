import { describe, expect, it } from 'vitest';
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

describe('links in responses of a relayed surface', () => {
  it.each([
    ['/deployment/d1/api/v2/jobs/j1', `${here}/console/relay/cloud/jobs/deployment/d1/api/v2/jobs/j1`],
    ['https://run.example/api/v2/jobs/j1?x=1', `${here}/console/relay/cloud/jobs/api/v2/jobs/j1?x=1`],
    ['https://models.example/v2/models/a', `${here}/console/relay/cloud/router/v2/models/a`],
    ['https://elsewhere.example/j1', 'https://elsewhere.example/j1'],
    ['//elsewhere.example/j1', '//elsewhere.example/j1'],
  ])('J-1.18: %s becomes %s', (link, url) => {
    const { urls } = withAbsoluteLinks({ id: 'j1', urls: { self: link } }, relay, requestUrl);
    expect(urls.self).toBe(url);
  });

  it('content on another host is loaded through the content operation', () => {
    const job = { id: 'j1', outputs: [{ id: 'a/1', url: 'https://storage.example/f.png?signature=x' }] };
    const [output] = withAbsoluteLinks(job, relay, requestUrl).outputs;
    expect(output?.url).toBe(`${relay.baseUrl}/api/v2/assets/a%2F1/content`);
  });

  it('in a list page are mapped too', () => {
    const page = { data: [{ id: 'j1', urls: { events: '/api/v2/jobs/j1/events' } }] };
    expect(withAbsoluteLinks(page, relay, requestUrl).data[0]?.urls.events).toBe(
      `${here}/console/relay/cloud/jobs/api/v2/jobs/j1/events`,
    );
  });
});

it('links of a directly reached surface are not changed', () => {
  const asset = { id: 'a1', url: 'https://storage.example/f.png', urls: { self: '/api/v2/x' } };
  expect(withAbsoluteLinks(asset, direct, 'https://run.example/api/v2/assets/a1')).toEqual({
    ...asset,
    urls: { self: 'https://run.example/api/v2/x' },
  });
});
