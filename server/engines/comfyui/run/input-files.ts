import { openAsBlob } from 'node:fs';
import type { RunAsset } from '../../engine';
import type { ComfyClient } from '../client/comfy-client';
import { extensionFor, extensionOf } from '../outputs/file-kinds';
import { isRecord } from '../client/frames';

/** Our folder in ComfyUI's input folder. */
const INPUT_FOLDER = 'flowdeck';
const EXTENSION = /^[a-z0-9]{1,8}$/;

/**
 * Uploads an asset to ComfyUI unless it is already there, and returns its name for loaders. Files are named by their hash, so
 * that the same file is sent only once.
 * @throws the errors of the client.
 */
export async function provideInput(client: ComfyClient, asset: RunAsset, signal: AbortSignal): Promise<string> {
  const extension = extensionOfAsset(asset);
  const filename = extension === '' ? asset.blob : `${asset.blob}.${extension}`;
  const bytes = await contentOf(asset);
  const size = await client.sizeOf({ filename, subfolder: INPUT_FOLDER, folder: 'input' }, signal);
  // A shorter file was truncated while it was written.
  if (size === bytes.size) return `${INPUT_FOLDER}/${filename}`;
  const response = await client.uploadInput(bytes, filename, INPUT_FOLDER, signal);
  const stored = isRecord(response) && typeof response['name'] === 'string' ? response['name'] : filename;
  const folder = isRecord(response) && typeof response['subfolder'] === 'string' ? response['subfolder'] : INPUT_FOLDER;
  return folder === '' ? stored : `${folder}/${stored}`;
}

/** Loaders depend on the extension, and some list only names with one. */
function extensionOfAsset({ filePath, contentType }: RunAsset): string {
  const own = extensionOf(filePath?.split(/[/\\]/).at(-1) ?? '');
  return EXTENSION.test(own) ? own : extensionFor(contentType);
}

async function contentOf({ path, read }: RunAsset): Promise<Blob> {
  return path === null ? new Blob([await read()]) : openAsBlob(path);
}
