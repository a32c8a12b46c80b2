import { describe, expect, it } from 'vitest';
import { readAudit } from './advisories.mjs';

const shipped = ['client', 'server'];
const report = (vulnerabilities: object) => JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: {} });

describe('the check of advisories', () => {
  it('passes without any', () => {
    expect(readAudit(report({}), { shipped })).toEqual({ problems: [], note: 'no known advisories' });
  });

  it('names each package that users run with its advisories', () => {
    const direct = { title: 'Request smuggling', url: 'https://example.org/1', severity: 'high' };
    const { problems } = readAudit(
      report({
        client: { name: 'client', severity: 'high', via: [direct] },
        server: { name: 'server', severity: 'high', via: ['client'] },
        bundler: { name: 'bundler', severity: 'high', via: [direct] },
      }),
      { shipped },
    );
    expect(problems).toEqual([
      'client: high: Request smuggling (https://example.org/1)',
      'server: high: through a package that it needs',
    ]);
  });

  it.each([
    [JSON.stringify({ message: 'request failed', error: { summary: 'getaddrinfo ENOTFOUND', detail: '' } }), ''],
    ['', 'npm error network getaddrinfo ENOTFOUND'],
    ['', ''],
    ['not JSON', ''],
  ])('fails if the registry gives no report, and says so: %j', (stdout, stderr) => {
    const { problems } = readAudit(stdout, { stderr, shipped });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(
      /^the package registry cannot be reached or gave no report, so advisories are unknown: .+/,
    );
  });
});
