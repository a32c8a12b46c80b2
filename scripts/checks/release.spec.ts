import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../build/build-parts.mjs';
import { problemsOfRelease } from './release.mjs';

const CHANGELOG = `# Changelog

## [Unreleased]

## [1.2.0] - 2026-02-01

### Added

- A thing.

## [1.1.0] - 2026-01-01

### Fixed

- Another.
`;
const sound = { version: '1.2.0', changelog: CHANGELOG, status: '' };

describe('the check of a release', () => {
  it('passes a committed version with its dated changes', () => {
    expect(problemsOfRelease(sound)).toEqual([]);
  });

  it.each([
    [{ version: '1.3.0' }, /no section "## \[1\.3\.0\]/],
    [{ version: '1.1.0' }, /newest section .* is \[1\.2\.0\], and package\.json is 1\.1\.0/],
    [{ version: '1.2' }, /1\.2 of package\.json is not a semantic version/],
    [{ changelog: CHANGELOG.replace(' - 2026-02-01', '') }, /has no date/],
    [{ changelog: CHANGELOG.replace('- A thing.\n', '') }, /\[1\.2\.0\] of CHANGELOG\.md is empty/],
    [{ changelog: CHANGELOG.replace('[Unreleased]\n', '[Unreleased]\n\n- One more.\n') }, /unreleased changes beside/],
    [{ status: ' M server/main.ts\n' }, /not committed/],
  ])('names what is missing: %j', (change, problem) => {
    expect(problemsOfRelease({ ...sound, ...change }).join('\n')).toMatch(problem);
  });
});

it('the changelog has unreleased changes or the version of package.json', () => {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const { version }: { version: string } = JSON.parse(read('package.json'));
  const asIs = read('CHANGELOG.md');
  const renamed = asIs.replace('## [Unreleased]', `## [${version}] - 2026-01-31`);
  const results = [asIs, renamed].map((changelog) => problemsOfRelease({ version, changelog, status: '' }));
  expect(results).toContainEqual([]);
});
