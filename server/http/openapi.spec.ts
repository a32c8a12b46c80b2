import { expect, it } from 'vitest';
import { z } from 'zod/mini';
import { createApp } from '../app';
import { createMemoryDeps } from '../testing/memory-deps';

const Document = z.object({
  info: z.object({ license: z.object({ identifier: z.string() }) }),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        responses: z.record(z.string(), z.object({ content: z.optional(z.record(z.string(), z.unknown())) })),
      }),
    ),
  ),
});

it.each(['/api/v2/openapi.json', '/v2/openapi.json'])('%s leaves client generators no gaps', async (path) => {
  const app = createApp(await createMemoryDeps());
  await app.start();
  const response = await app.fetch(new Request(`http://127.0.0.1:8189${path}`));
  const { info, paths } = Document.parse(await response.json());
  expect(info.license.identifier).toBe('MIT');
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const files = operations
    .flatMap(({ responses }) => Object.values(responses))
    .filter(({ content }) => content?.['*/*']);
  // Many generators know no media type ranges.
  expect(files).not.toEqual([]);
  for (const { content } of files) expect(Object.keys(content ?? {})).toContain('application/octet-stream');
  for (const { responses } of operations)
    expect(Object.keys(responses)).toContainEqual(expect.stringMatching(/^4\d\d$/));
  await app.close();
});
