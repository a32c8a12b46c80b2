import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { redactText } from './redact-text';

/** Assembled here, so that tools that scan the sources for leaked tokens find none. */
const long = 'a1B2c3D4e5F6g7H8i9J0';
const jwt = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxIn0', long].join('.');

const TOKENS: readonly (readonly [kind: string, token: string])[] = [
  ['Hugging Face', `hf_${long}`],
  ['AWS', `AKIA${long.toUpperCase().slice(0, 16)}`],
  ['GitHub', `ghp_${long}`],
  ['GitHub, OAuth', `gho_${long}`],
  ['GitHub, fine grained', `github_pat_11${long}_${long}`],
  ['GitLab', `glpat-${long}`],
  ['Slack', `xoxb-123456789012-${long}`],
  ['Google', `AIza${long}${long}`],
  ['Replicate', `r8_${long}`],
  ['OpenAI', `sk-proj-${long}`],
  ['Stripe', `sk_live_${long}`],
  ['Comfy', `comfyui-${long.toLowerCase()}`],
  ['JWT', jwt],
];

const PLACES: readonly (readonly [text: string, secret: string])[] = [
  ["{'Authorization': 'Basic dXNlcjpwYXNz', 'Accept': '*/*'}", 'dXNlcjpwYXNz'],
  ['{"Authorization": "Bearer abc.def-ghi"}', 'abc.def-ghi'],
  [String.raw`{\"Authorization\": \"Basic dXNlcjpwYXNz\", \"a\": 1}`, 'dXNlcjpwYXNz'],
  ["[(b'Authorization', b'Basic dXNlcjpwYXNz')]", 'dXNlcjpwYXNz'],
  ['Authorization: Key 1f0e:9d8c7b6a', '9d8c7b6a'],
  ['proxy-authorization: Digest username="u", response="6629fae49393a05397450978507c4ef1"', '6629fae4'],
  ['Cookie: session=s3cr3t; theme=dark', 's3cr3t'],
  ['Set-Cookie: flowdeck=s3cr3t; HttpOnly; Path=/', 's3cr3t'],
  ["{'Cookie': 'a=1; session=s3cr3t'}", 's3cr3t'],
  ['GET https://user:hunter2@host/path', 'hunter2'],
  ['clone of https://s3cr3t@host/path', 's3cr3t'],
  ['postgres://user:p@ss:w0rd@host:5432/db', 'w0rd'],
  ['Sent with bearer 0123456789abcdef', '0123456789abcdef'],
  ['api_key_comfy_org="0123456789abcdef"', '0123456789abcdef'],
  ['"auth_token_svc_org": "opaque"', 'opaque'],
  ['X-API-Key: opaque', 'opaque'],
  ['https://host/model?token=opaque&a=1', 'opaque'],
  ['password = "two words"', 'words'],
  ['client_secret=opaque', 'opaque'],
  ['aws_secret_access_key=opaque/opaque', 'opaque'],
  ['https://host/x.png?X-Amz-Signature=opaque&X-Amz-Date=1', 'opaque'],
  ['https://host/x.png?a=1&sig=opaque', 'opaque'],
  ['-----BEGIN RSA PRIVATE KEY-----\nMIIopaque\n-----END RSA PRIVATE KEY-----', 'opaque'],
];

const ORDINARY = [
  'Sizes differ (1024x683, 768x768) in node 12, see tokenizer settings',
  'sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08, seed 18446744073709551615',
  'job 7f3d2c1b-9a8e-4d6f-8012-3c4d5e6f7a8b kept blake3:af1349b9f5f9a1a6a0404dea36dcc949',
  'File "/ComfyUI/custom_nodes/comfyui_controlnet_aux/node.py", line 12, in <module>',
  'File "/opt/custom_nodes/ComfyUI-AnimateDiff-Evolved/nodes.py", line 7, in sample',
  'models/hf_unet.safetensors, sk_hynix.txt, xox.png, AKIA.png, eyJ.txt, risk-assessment-of-2026.md',
  'Token indices sequence length is longer than 77 (80 > 77), max_tokens=1024, num_tokens: 77',
  'GET https://host:8188/view?filename=a@b.png&type=output failed; write to somebody@example.org',
  'The surface uses bearer authentication. No cookie was sent. Basic Scheduler, key_frames=12, monkey: 3',
  'cookie = jar.get(name)',
];

describe('redacted text', () => {
  it.each(PLACES)('says nothing of the credential in %s', (text, secret) => {
    expect(redactText(text)).not.toContain(secret);
    expect(redactText(text)).toContain('[removed]');
  });

  it.each(TOKENS)('detects a token of %s in any position', (_kind, token) => {
    // Characters of the token's alphabet next to the token would become part of it.
    const text = fc.string({ maxLength: 40 }).map((text) => text.replaceAll('\\', '/'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(redactText(`${before} ${token} ${after}`)).not.toContain(token);
        expect(redactText(`${before}"${token}"${after}`)).not.toContain(token);
      }),
      { numRuns: runs(60) },
    );
  });

  it.each(ORDINARY)('does not change: %s', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it('keeps the text around a credential', () => {
    expect(redactText("{'Authorization': 'Basic dXNlcjpw', 'Accept': '*/*'} https://u:p@host/x?a=1")).toBe(
      "{'Authorization': '[removed]', 'Accept': '*/*'} https://[removed]@host/x?a=1",
    );
  });

  it('processes long texts quickly', () => {
    const parts = ['a', 'token', 'https://', 'cookie:', "authorization'", 'eyJ.', '-----BEGIN '];
    const texts = parts.map((part) => part.repeat(50_000 / part.length));
    expect(texts.map(redactText)).toEqual(texts);
  });
});
