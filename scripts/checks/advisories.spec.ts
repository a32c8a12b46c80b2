import { describe, expect, it } from 'vitest';
import { readAudit } from './advisories.mjs';

const report = (vulnerabilities: object) => JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: {} });

describe('the check of advisories', () => {
  it('passes without any', () => {
    expect(readAudit(report({}))).toEqual({ problems: [], note: 'no known advisories' });
  });

  it('names each package with its advisories', () => {
    const direct = { title: 'Request smuggling', url: 'https://example.org/1', severity: 'high' };
    const { problems } = readAudit(
      report({
        client: { name: 'client', severity: 'high', via: [direct] },
        server: { name: 'server', severity: 'high', via: ['client'] },
      }),
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
    const { problems } = readAudit(stdout, stderr);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(
      /^the package registry cannot be reached or gave no report, so advisories are unknown: .+/,
    );
  });
});
