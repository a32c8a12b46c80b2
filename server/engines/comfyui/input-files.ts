import { openAsBlob } from 'node:fs';
import type { RunAsset } from '../engine';
import type { ComfyClient } from './comfy-client';
import { extensionFor, extensionOf } from './file-kinds';
import { isRecord } from './frames';

/** A folder of ours among ComfyUI's input files. */
const INPUT_FOLDER = 'flowdeck';
const EXTENSION = /^[a-z0-9]{1,8}$/;

/**
 * Sees to it that ComfyUI has the bytes of an asset, and tells what loaders call them there. Files are named by their
 * content, so that the same picture is sent once in the life of that folder.
 * @throws what the client throws.
 */
export async function giveInput(client: ComfyClient, asset: RunAsset, signal: AbortSignal): Promise<string> {
  const extension = extensionOfAsset(asset);
  const filename = extension === '' ? asset.blob : `${asset.blob}.${extension}`;
  const bytes = await contentOf(asset);
  const size = await client.sizeOf({ filename, subfolder: INPUT_FOLDER, folder: 'input' }, signal);
  // A shorter file is one whose writing was cut off.
  if (size === bytes.size) return `${INPUT_FOLDER}/${filename}`;
  const answer = await client.uploadInput(bytes, filename, INPUT_FOLDER, signal);
  const stored = isRecord(answer) && typeof answer['name'] === 'string' ? answer['name'] : filename;
  const folder = isRecord(answer) && typeof answer['subfolder'] === 'string' ? answer['subfolder'] : INPUT_FOLDER;
  return folder === '' ? stored : `${folder}/${stored}`;
}

/** Loaders choose by the extension, and some list only names that have one. */
function extensionOfAsset({ filePath, contentType }: RunAsset): string {
  const own = extensionOf(filePath?.split(/[/\\]/).at(-1) ?? '');
  return EXTENSION.test(own) ? own : extensionFor(contentType);
}

async function contentOf({ path, read }: RunAsset): Promise<Blob> {
  return path === null ? new Blob([(await read()) as Uint8Array<ArrayBuffer>]) : openAsBlob(path);
}
