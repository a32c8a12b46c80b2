import { expect, test } from 'vitest';
import { problemsOfLock } from './lock-file.mjs';

const manifest = { dependencies: { alpha: '1.0.0' } };
const sound = {
  '': { dependencies: { alpha: '1.0.0' } },
  'node_modules/alpha': { version: '1.0.0', dependencies: { beta: '^2.0.0' } },
  'node_modules/alpha/node_modules/beta': { version: '2.1.0', optionalDependencies: { gamma: '1' } },
  'node_modules/gamma': { version: '1.0.0' },
};

test('a valid lock file has no problems', () => {
  expect(problemsOfLock(sound, manifest)).toEqual([]);
});

test('a lock file without packages is invalid', () => {
  expect(problemsOfLock({ '': {} }, {})).toEqual(['The lock file names no packages']);
});

test('a missing package of another platform is reported', () => {
  const { 'node_modules/gamma': _, ...lost } = sound;
  expect(problemsOfLock(lost, manifest)).toEqual([
    'node_modules/alpha/node_modules/beta requires gamma, which is not in the lock file',
  ]);
});

test('a registry URL is reported', () => {
  const entry = { version: '1.0.0', resolved: 'https://registry.example/gamma.tgz' };
  expect(problemsOfLock({ ...sound, 'node_modules/gamma': entry }, manifest)).toEqual([
    'node_modules/gamma carries a registry address (see .npmrc)',
  ]);
});

test('ranges and differing versions are reported', () => {
  expect(problemsOfLock(sound, { dependencies: { alpha: '^1.0.0' } })).toEqual([
    'alpha is not pinned to one version in package.json: ^1.0.0',
    'alpha is ^1.0.0 in package.json and 1.0.0 in the lock file',
  ]);
});
