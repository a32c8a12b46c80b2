import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useToasts } from '@/shared/feedback/toasts';
import { readSharedBody, shareBody, shareInput } from './shared-body';

const roundTrip = (body: string) => readSharedBody(shareBody(body).fragment ?? '');

describe('a form that is shared by URL', () => {
  it('restores values without changes to numbers and characters', () => {
    const body = '{"prompt":"fog & cranes, 50 % \\u2764","seed":18446744073709551615,"strength":1.0,"mask":null}';
    expect(roundTrip(body)).toContain('18446744073709551615');
    expect(roundTrip(body)).toContain('1.0');
    expect(JSON.parse(roundTrip(body) ?? '')).toEqual(JSON.parse(body));
  });

  it('omits files, secrets and signed URLs, and lists them', () => {
    const body = JSON.stringify({
      prompt: 'a',
      input_image: `data:image/png;base64,${'A'.repeat(40)}`,
      images: ['A'.repeat(400), 'https://example.org/a.png'],
      options: { api_key: 'sk-1', steps: 4 },
      video: 'http://127.0.0.1:8189/content?expires=9&sig=abc',
    });
    const { omitted: skipped } = shareBody(body);
    expect(skipped).toEqual(['input_image', 'images', 'api_key', 'video']);
    expect(JSON.parse(roundTrip(body) ?? '')).toEqual({
      prompt: 'a',
      images: ['https://example.org/a.png'],
      options: { steps: 4 },
    });
  });

  it('has no URL that would be truncated', () => {
    expect(shareBody(JSON.stringify(Array.from({ length: 20 }, () => '%'.repeat(3000)))).fragment).toBeNull();
  });

  it.each(['', '#', '#input=', '#input=%', '#input=[1]', '#other=1'])('ignores %j', (hash) => {
    expect(readSharedBody(hash)).toBeNull();
  });
});

describe('sharing an input', () => {
  const copied: string[] = [];
  beforeEach(() => {
    copied.length = 0;
    useToasts.setState({ toasts: [] });
    vi.stubGlobal('location', { origin: 'http://127.0.0.1:8189', pathname: '/local/models/a/b' });
    vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } });
    return () => vi.unstubAllGlobals();
  });
  const titles = () => useToasts.getState().toasts.map(({ title }) => title);

  it('copies a link with the input', async () => {
    await shareInput('{"prompt":"a coral"}');
    expect(copied).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:8189\/local\/models\/a\/b#/)]);
    expect(titles()).toEqual(['Link copied']);
  });

  it('says what the link does not contain', async () => {
    await shareInput('{"prompt":"a coral","api_key":"secret"}');
    expect(copied).toHaveLength(1);
    expect(titles()).toEqual(['Link copied', 'Files and secrets stay here']);
  });

  it('copies nothing that is too long for a link', async () => {
    await shareInput(JSON.stringify({ prompts: Array.from({ length: 20 }, () => 'two words '.repeat(300)) }));
    expect(copied).toEqual([]);
    expect(titles()).toEqual(['This input is too long for a link']);
  });
});
