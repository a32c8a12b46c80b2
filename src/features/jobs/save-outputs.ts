import type { Output } from '@contract/jobs/schemas';
import { call } from '@/api/client';
import { withConnection } from '@/api/connections';
import { credentialOf } from '@/api/credentials';
import { isExpired } from '@/api/jobs/use-fresh-url';
import type { Surface } from '@/api/surface';
import { saveBlob } from '@/shared/save-blob';

/** Browsers drop downloads that are asked for in one breath. */
const PAUSE_MS = 250;

const never = new AbortController().signal;

/**
 * Hands every output to the browser's downloads, one after another, each by an address that works now. They are read
 * here and not by the browser: downloads of its own run side by side, and a few large ones take all of its connections.
 * @returns the names of the files that the surface no longer hands out
 */
export async function saveOutputs(
  surface: Surface,
  outputs: readonly Output[],
  /** What the files are saved as; absent: their own names. */
  names: readonly string[] = outputs.map(({ name }) => name),
): Promise<string[]> {
  const lost: string[] = [];
  for (const [index, output] of outputs.entries()) {
    try {
      await saveOutput(surface, output, names[index] ?? output.name);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    } catch {
      lost.push(output.name);
    }
  }
  return lost;
}

async function saveOutput(surface: Surface, output: Output, name: string): Promise<void> {
  const url = await usableUrl(surface, output);
  try {
    saveBlob(await withConnection('download', never, () => readBlob(surface, url)), name);
  } catch (error) {
    // Another origin may hand out files and yet let no page read them.
    if (!(error instanceof TypeError) || isOwnOrigin(url)) throw error;
    openDownload(url, name);
  }
}

async function usableUrl(surface: Surface, output: Output): Promise<string> {
  if (!isExpired(output, Date.now())) return output.url;
  return (await call(surface, 'getAsset', { params: { id: output.id } })).body.url;
}

/** The bytes lie in the browser's own file store. */
async function readBlob(surface: Surface, url: string): Promise<Blob> {
  const { headers, mode } = credentialOf(surface, url);
  const response = await fetch(url, { headers, credentials: mode });
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
  return response.blob();
}

function isOwnOrigin(url: string): boolean {
  return new URL(url, location.href).origin === location.origin;
}

/** In a tab of its own: content of another origin ignores `download`, and must not take the place of this page. */
function openDownload(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.rel = 'noreferrer';
  link.target = '_blank';
  link.click();
}
