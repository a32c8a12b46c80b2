import { describe, expect, it } from 'vitest';
import { jobFetchCode, jobPythonCode } from './job-code';
import { curlText, httpText, type RequestDetails } from './request-text';

const FACTS: RequestDetails = {
  url: 'http://127.0.0.1:8189/api/v2/jobs',
  workflowText: '{"1":{"class_type":"A","inputs":{"seed":18446744073709551615,"text":"it\'s $HOME `id` \\"1\\""}}}',
  title: "Bob's $(run)",
  graphFingerprint: 'abc',
  draftId: 'd1',
  needsToken: false,
};

describe('the request as text', () => {
  it('contains the exact body, and the idempotency key as a variable', () => {
    const lines = httpText(FACTS).split('\n');
    expect(lines.slice(0, 4)).toEqual([
      'POST http://127.0.0.1:8189/api/v2/jobs',
      'Content-Type: application/json',
      'Idempotency-Key: $IDEMPOTENCY_KEY',
      '',
    ]);
    const body = lines.slice(4).join('\n');
    expect(body).toContain(`{"workflow":${FACTS.workflowText},`);
    expect(JSON.parse(body)).toMatchObject({
      metadata: { flowdeck_title: "Bob's $(run)", flowdeck_graph: 'abc', flowdeck_draft: 'd1' },
    });
  });

  it('has a variable for the credential, only if one is required', () => {
    expect(httpText(FACTS)).not.toMatch(/authorization/i);
    for (const text of [httpText({ ...FACTS, needsToken: true }), curlText({ ...FACTS, needsToken: true })]) {
      expect(text).toContain('Authorization: Bearer $FLOWDECK_TOKEN');
    }
  });

  it('quotes the same body for a shell, so that nothing in it is expanded', () => {
    const text = curlText({ ...FACTS, url: "http://127.0.0.1:8189/it's/jobs" });
    expect(text).toContain(String.raw`--request POST 'http://127.0.0.1:8189/it'\''s/jobs'`);
    expect(text).toContain('"Idempotency-Key: $IDEMPOTENCY_KEY"');
    const [, body = ''] = /<<'END_OF_BODY'\n([^]+)\nEND_OF_BODY$/.exec(text) ?? [];
    expect(body).toContain(FACTS.workflowText);
    expect(JSON.parse(body)).toMatchObject({ metadata: { flowdeck_title: "Bob's $(run)" } });
    // The console finds its own runs by these.
    expect(body).not.toMatch(/flowdeck_(?:outbox|draft)/);
  });

  it.each(Object.entries({ httpText, curlText, jobFetchCode, jobPythonCode }))(
    'has no labels for a surface that rejects them: %s',
    (_, code) => {
      expect(code(FACTS)).toContain('flowdeck_title');
      expect(code({ ...FACTS, lacksLabels: true })).not.toMatch(/metadata|flowdeck_/);
    },
  );
});
