import type { Output } from '@contract/jobs/schemas';
import { call } from '@/api/client';
import { isExpired } from '@/api/jobs/use-fresh-url';
import type { Surface } from '@/api/surface';

/** Browsers drop downloads that are asked for in one breath. */
const PAUSE_MS = 250;

/**
 * Hands every output to the browser's downloads, one after another, each by an address that works now.
 * @returns the names of the files that the surface no longer hands out
 */
export async function saveOutputs(surface: Surface, outputs: readonly Output[]): Promise<string[]> {
  const lost: string[] = [];
  for (const output of outputs) {
    try {
      saveFile(await usableUrl(surface, output), output.name);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    } catch {
      lost.push(output.name);
    }
  }
  return lost;
}

async function usableUrl(surface: Surface, output: Output): Promise<string> {
  if (!isExpired(output, Date.now())) return output.url;
  return (await call(surface, 'getAsset', { params: { id: output.id } })).body.url;
}

function saveFile(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.rel = 'noreferrer';
  // Content of another origin ignores `download`: it must not take the place of this page.
  if (new URL(url, location.href).origin !== location.origin) link.target = '_blank';
  link.click();
}
