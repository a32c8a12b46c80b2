import { fc } from '../testing/properties';
import { describe, expect, it } from 'vitest';
import { fillPath, isSameOrigin, resolveLink } from './links';

const host = fc.domain();
const segment = fc.stringMatching(/^[\w~-][\w.~-]{0,11}$/);
const path = fc.array(segment, { minLength: 1, maxLength: 5 }).map((parts) => `/${parts.join('/')}`);
const query = fc.option(fc.stringMatching(/^[a-z]{1,5}=[\w.~-]{0,8}$/), { nil: '' });
const authority = fc.tuple(host, fc.option(fc.integer({ min: 1024, max: 65535 }), { nil: null }));
const origin = fc
  .tuple(fc.constantFrom('http', 'https'), authority)
  .map(([scheme, [name, port]]) => `${scheme}://${name}${port === null ? '' : `:${port}`}`);

describe('the link rule', () => {
  it('resolves a host-relative link against the origin of the request, whatever its path (J-2.55)', () => {
    fc.assert(
      fc.property(origin, path, path, query, (base, requestPath, linkPath, search) => {
        const link = linkPath + (search ? `?${search}` : '');
        expect(resolveLink(link, base + requestPath)).toBe(base + link);
      }),
    );
  });

  it('never repeats a mount prefix that request and link share (J-2.56)', () => {
    fc.assert(
      fc.property(origin, path, path, (base, prefix, rest) => {
        const resolved = new URL(resolveLink(prefix + rest, `${base}${prefix}/api/v2/jobs`));
        expect(resolved.pathname).toBe(prefix + rest);
      }),
    );
  });

  it('uses an absolute link as given, on another host too (J-2.57)', () => {
    fc.assert(
      fc.property(origin, origin, path, query, (requestOrigin, linkOrigin, linkPath, search) => {
        const link = linkOrigin + linkPath + (search ? `?${search}` : '');
        expect(resolveLink(link, `${requestOrigin}/api/v2/jobs`)).toBe(new URL(link).href);
      }),
    );
  });

  it('rejects a host-relative link that names another origin', () => {
    fc.assert(
      fc.property(origin, fc.string(), (base, text) => {
        let resolved: string;
        try {
          resolved = resolveLink(`/${text}`, `${base}/x`);
        } catch {
          return;
        }
        expect(new URL(resolved).origin).toBe(new URL(base).origin);
      }),
      {
        examples: ['/evil.example/', '\\evil.example/', '\t/evil.example/', '@evil.example'].map((text) => [
          'https://good.example',
          text,
        ]),
      },
    );
  });

  it.each([
    '//evil.example/steal',
    '/\\evil.example/steal',
    '\n//evil.example/steal',
    'jobs/1',
    './jobs/1',
    '?page=2',
    '#top',
    '',
    'javascript:alert(1)',
    'data:text/html,hello',
    'ftp://files.example/a',
  ])('rejects %j', (link) => {
    expect(() => resolveLink(link, 'https://good.example/api/v2/jobs')).toThrow(TypeError);
  });
});

describe('isSameOrigin', () => {
  it('compares scheme, host and port, and nothing else', () => {
    expect(isSameOrigin('https://a.example/x?y', 'https://a.example/base/')).toBe(true);
    expect(isSameOrigin('https://a.example:443/', 'https://a.example')).toBe(true);
    expect(isSameOrigin('http://a.example/', 'https://a.example/')).toBe(false);
    expect(isSameOrigin('https://a.example:8443/', 'https://a.example/')).toBe(false);
    expect(isSameOrigin('https://b.a.example/', 'https://a.example/')).toBe(false);
  });
});

describe('fillPath', () => {
  it('encodes any id as one path segment (J-4.111)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
        const filled = fillPath('/api/v2/assets/{id}/content', { id });
        const segments = filled.split('/');
        expect(segments).toHaveLength(6);
        expect(decodeURIComponent(segments[4] ?? '')).toBe(id);
      }),
    );
  });

  it('names the missing value', () => {
    expect(() => fillPath('/jobs/{id}', {})).toThrow('/jobs/{id} needs a value for id');
  });
});
