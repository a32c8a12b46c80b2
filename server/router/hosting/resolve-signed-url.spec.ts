import { expect, test } from 'vitest';
import { createApp } from '../../app';
import { createMemoryDeps } from '../../testing/memory-deps';
import { ownAsset } from './resolve-signed-url';

test.each(['https://example.org', 'https://example.org/deck'])(
  'the signed link of an asset behind %s names the asset, and no other link does',
  async (publicUrl) => {
    const deps = await createMemoryDeps({ settings: { publicUrl } });
    const form = new FormData();
    form.set('content_type', 'text/plain');
    form.set('file_path', 'note.txt');
    form.set('file', new Blob(['some bytes']), 'note.txt');
    const sent = new Request('http://127.0.0.1/api/v2/assets', { method: 'POST', body: form });
    const { id, url } = (await (await createApp(deps).fetch(sent)).json()) as { id: string; url: string };
    expect(url.startsWith(`${publicUrl}/api/v2/assets/${id}/content?`)).toBe(true);
    expect(ownAsset(url, deps)?.id).toBe(id);
    expect(ownAsset(url.replace(id, crypto.randomUUID()), deps)).toBeNull();
    expect(ownAsset(`${publicUrl}/api/v2/assets/${id}/content`, deps)).toBeNull();
  },
);
