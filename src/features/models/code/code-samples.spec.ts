import { describe, expect, it } from 'vitest';
import { curlCode, fetchCode, indentBody, pythonCode, truncateBody, type CallParams } from './code-samples';

const BODY = '{"seed":18446744073709551615,"scale":1.0,"prompt":"it\'s `x` ${y} \\"\\"\\" $HOME \\\\ end\\\\"}';
const FACTS: CallParams = { url: 'http://127.0.0.1:8189/v2/models/bfl/flux-2-pro', bodyText: BODY, needsToken: true };
const CODES = { curl: curlCode, fetch: fetchCode, python: pythonCode };

describe.each(Object.entries(CODES))('%s', (_name, code) => {
  it('R-4.20 reads the idempotency key from a variable, and the credential as well if one is required', () => {
    const text = code(FACTS);
    expect(text).toContain('IDEMPOTENCY_KEY');
    expect(text).toMatch(/Idempotency-Key/);
    expect(text).toMatch(/X-API-Key.*FLOWDECK_TOKEN/);
    expect(code({ ...FACTS, needsToken: false })).not.toMatch(/FLOWDECK_TOKEN|api-key/i);
  });

  it('has a longer timeout than the router', () => {
    expect(code(FACTS)).toContain('660');
  });
});

describe('the body in code', () => {
  it('R-1.03 is unchanged in a shell', () => {
    const [, body] = /<<'END_OF_BODY'\n([^]+)\nEND_OF_BODY$/.exec(curlCode(FACTS)) ?? [];
    expect(body).toBe(BODY);
  });

  it('R-1.03 is unchanged in a TypeScript template literal', () => {
    const [, literal = ''] = /const body = `([^]*?)`;\n/.exec(fetchCode(FACTS)) ?? [];
    expect(literal.replaceAll(/\\([`\\]|\$\{)/g, '$1')).toBe(BODY);
    expect(literal).not.toMatch(/(?<!\\)\$\{/);
  });

  it('R-1.03 is unchanged in a Python string, a raw one if possible', () => {
    expect(pythonCode({ ...FACTS, bodyText: '{"a": "\\n"}' })).toContain('body = r"""{"a": "\\n"}"""');
    const [, literal = ''] =
      /body = """([^]*?)"""\n\nrequest/.exec(pythonCode({ ...FACTS, bodyText: `${BODY} """` })) ?? [];
    expect(literal.replaceAll(/\\(["\\])/g, '$1')).toBe(`${BODY} """`);
  });

  it('is formatted without changing a number, and left unchanged if it is not valid JSON', () => {
    expect(indentBody(BODY)).toContain('"seed": 18446744073709551615,\n  "scale": 1.0');
    expect(indentBody('{"a":')).toBe('{"a":');
  });

  it('is truncated for display if it contains an image', () => {
    const long = JSON.stringify({ prompt: 'x', images: [`data:image/png;base64,${'A'.repeat(5000)}`] });
    expect(truncateBody(long)?.length).toBeLessThan(300);
    expect(truncateBody(long)).toContain('"prompt": "x"');
    expect(truncateBody(BODY)).toBeNull();
    expect(truncateBody('{')).toBeNull();
  });
});
