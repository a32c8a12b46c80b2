import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { validateResponse } from '../../contract/conformance/harness/checked-response';
import { differenceOf, PROXY_DIFFERENCES } from '../../contract/conformance/interop/proxy-differences';

/**
 * Failures of one run of the rules against comfy-api-proxy, at least one per row of the list. `npm test` has no proxy; without this
 * recording, a test or a message of ours could change its words and the list would no longer recognize the failure.
 */
const Recorded = z.array(
  z.object({
    cause: z.string(),
    file: z.string(),
    title: z.string(),
    /** First line of a failed expectation. */
    message: z.optional(z.string()),
    /** Recorded instead if the harness rejects the response: its words are then those of today. */
    response: z.optional(
      z.object({ request: z.string(), status: z.number(), contentType: z.string(), body: z.string() }),
    ),
  }),
);
const RECORDED = Recorded.parse(JSON.parse(readFileSync('contract/conformance/interop/proxy-failures.json', 'utf8')));

async function firstLine({ message, response }: (typeof RECORDED)[number]): Promise<string> {
  if (!response) return message ?? '';
  const [method = '', path = ''] = response.request.split(' ');
  const answer = new Response(response.body, {
    status: response.status,
    headers: { 'content-type': response.contentType },
  });
  const rejected = validateResponse(method, new URL(path, 'http://127.0.0.1:8189'), answer);
  return rejected.then(
    () => 'accepted',
    (error: unknown) => String(error),
  );
}

test.each(RECORDED)('$cause explains what failed in $file: $title', async (failure) => {
  const { file, title, cause } = failure;
  expect(differenceOf({ file, title, message: await firstLine(failure) })?.cause).toBe(cause);
});

test('each row of the list explains a recorded failure, unless only some runs show it', async () => {
  const used = await Promise.all(
    RECORDED.map(async (failure) => differenceOf({ ...failure, message: await firstLine(failure) })),
  );
  expect(PROXY_DIFFERENCES.filter((row) => !row.isOccasional && !used.includes(row))).toEqual([]);
});

test('each recorded failure is of a test that still has this title', () => {
  const renamed = RECORDED.filter(({ file, title }) => !titlesIn(file).some((fixed) => isOneOf(title, fixed)));
  expect(renamed.map(({ title }) => title)).toEqual([]);
});

/** Returns the texts in a file of the rules, each as its parts between parameters. Short texts would match any title. */
function titlesIn(file: string): string[][] {
  const source = readFileSync(`contract/conformance/${file}`, 'utf8');
  return [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g)]
    .map(([, quoted, template]) => (quoted ?? template ?? '').split(/%[.\d]*[a-z]|\$\{[^}]*\}|\$\w+/))
    .filter((fixed) => fixed.join('').length > 10);
}

function isOneOf(title: string, fixed: readonly string[]): boolean {
  let end = 0;
  for (const part of fixed) {
    const start = title.indexOf(part, end);
    if (start === -1) return false;
    end = start + part.length;
  }
  return title.startsWith(fixed[0] ?? '') && title.endsWith(fixed.at(-1) ?? '');
}
