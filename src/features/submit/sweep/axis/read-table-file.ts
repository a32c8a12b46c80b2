import { decodeText } from '@/domains/workflow-files/decode-text';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';

/** Far above ten thousand rows of prompts; larger text would block the page. */
const MAX_BYTES = 8 * 1024 * 1024;
const TABLE_NAME = /\.(?:csv|tsv|txt)$/i;

/** Returns true if a file may be a table, by its type or name. */
export function isTableFile({ type, name }: File): boolean {
  return type.startsWith('text/') || TABLE_NAME.test(name);
}

/** Reads a table, or returns why it is not read. */
export async function readTableFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (!isTableFile(file)) return { problem: t('{name} is not a table. Choose a CSV file.', { name: file.name }) };
  if (file.size > MAX_BYTES) {
    return {
      problem: t('{name} is too large: {size} of at most {max}.', {
        name: file.name,
        size: formatBytes(file.size),
        max: formatBytes(MAX_BYTES),
      }),
    };
  }
  try {
    // Spreadsheets save Latin-1 in some languages.
    return { text: decodeText(new Uint8Array(await file.arrayBuffer())) };
  } catch {
    return { problem: t('{name} could not be read. Choose it again.', { name: file.name }) };
  }
}
