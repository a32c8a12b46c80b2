import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { findRegexes, findSlowText, FIRST_CHECK } from './regex-cost.mjs';

const ROOT = path.join(import.meta.dirname, '../..');

/**
 * Files that build expressions from text, and how to trigger that. External expressions (a schema's `pattern`) run in a child
 * process with a time limit instead.
 */
const BUILDERS: Readonly<Record<string, (() => Promise<unknown>) | 'from outside, run with a time limit'>> = {
  'contract/model-schema/validated-texts.ts': 'from outside, run with a time limit',
  'contract/redact-text.ts': () => import('@contract/redact-text'),
  'src/features/jobs/tabs/log/ansi.ts': () => import('@/features/jobs/tabs/log/ansi'),
  'src/features/jobs/tabs/log/log-lines.ts': async () => {
    const { findMatches } = await import('@/features/jobs/tabs/log/log-lines');
    findMatches([], [], 'a(b[c*');
  },
  'src/features/models/schema/media-text.ts': async () => {
    return ['image', 'video', 'audio'].map((kind) => new RegExp(`\\b${kind}s?\\b`, 'i'));
  },
  'server/engines/comfyui/definitions/definitions-reader.ts': async () => {
    const { readDefinitions } = await import('@server/engines/comfyui/definitions/definitions-reader');
    await readDefinitions('{}');
  },
  'server/router/providers/http/documents/find-operation.ts': async () => new RegExp('^/threads/[^/]+/runs/[^/]+$'),
  'server/platform/http/console-files.ts': async () => {
    return ['br', 'gzip'].map((name) => new RegExp(`(?:^|[ ,])${name}(?:$|[ ,;](?! *q=0(?:\\.0*)?(?:$|[ ,])))`));
  },
};

const files = ['contract', 'src', 'server'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs)$/.test(entry.name) && !/\.(?:spec|live)\./.test(entry.name))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !/\/testing\/|^contract\/conformance\//.test(file)),
);
const found = files.map((file) => ({ file, ...findRegexes(file, readFileSync(path.join(ROOT, file), 'utf8')) }));

describe('our regular expressions take linear time', () => {
  // The further looks repeat the first one with longer pauses: one expression that passes all of them proves them.
  test.each([
    /^[\s.]+|[\s.]+$/g,
    /"[^"\\]*(?:\\.[^"\\]*)*"/g,
    /<!--[^]*?-->/,
    /(\*\*|__)(?=\S)([^*\n]*?\S)\1/g,
    /^(a+)+$/,
  ])(
    'the check finds %s',
    (regex) => {
      expect(findSlowText({ pattern: regex.source, flags: regex.flags }, [FIRST_CHECK])).not.toBeNull();
    },
    60_000,
  );

  test('the check finds an expression that is slow in every look', () => {
    expect(findSlowText({ pattern: '\\/+$', flags: '' })).not.toBeNull();
  }, 240_000);

  test('the check finds literals and built expressions in a source file', () => {
    expect(findRegexes('a.tsx', 'const a = <p title={/b+/u.source}>{new RegExp(c)}</p>;')).toEqual({
      literals: [{ pattern: 'b+', flags: 'u' }],
      built: ['new RegExp(c)'],
    });
  });

  test('every literal does', () => {
    const files = new Map<string, string>();
    for (const { file, literals } of found) {
      for (const { pattern, flags } of literals) files.set(`/${pattern}/${flags}`, file);
    }
    expect(files.size).toBeGreaterThan(250);
    const slow = [...files].flatMap(([literal, file]) => {
      const end = literal.lastIndexOf('/');
      const text = findSlowText({ pattern: literal.slice(1, end), flags: literal.slice(end + 1) });
      return text === null ? [] : [`${file}: ${literal} on ${text}`];
    });
    expect(slow).toEqual([]);
  }, 240_000);

  test('every built expression does', async () => {
    const builders = found.filter(({ built }) => built.length > 0);
    expect(builders.map(({ file }) => file).toSorted()).toEqual(Object.keys(BUILDERS).toSorted());
    const sources: RegExp[] = [];
    const Original = RegExp;
    vi.stubGlobal(
      'RegExp',
      new Proxy(Original, {
        construct(target, args: [string, string?]) {
          const regex = new target(...args);
          sources.push(regex);
          return regex;
        },
      }),
    );
    try {
      for (const build of Object.values(BUILDERS)) if (typeof build === 'function') await build();
    } finally {
      vi.unstubAllGlobals();
    }
    expect(sources.length).toBeGreaterThanOrEqual(8);
    const slow = sources.flatMap((regex) => {
      const text = findSlowText({ pattern: regex.source, flags: regex.flags });
      return text === null ? [] : [`${String(regex)} on ${text}`];
    });
    expect(slow).toEqual([]);
  }, 120_000);
});
