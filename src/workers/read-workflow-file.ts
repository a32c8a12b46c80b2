import { PNG_SIGNATURE, readPngText, type PngText } from './png-text';
import { exportKind, HEAD_CHARS, TABLE_PROBLEM } from './recognize-export';
import { readWorkflowText } from './read-workflow-text';
import type { FileParseResult } from './workflow-file-messages';

export const MAX_JSON_BYTES = 32 * 1024 * 1024;

const HEAD_BYTES = 64;
const WANTED = new Set(['prompt', 'workflow']);

type Format = 'PNG' | 'JPEG' | 'WebP' | 'GIF' | 'AVIF' | 'text' | 'empty' | 'other';

/** Reads what a dropped file is by its bytes; its name and type are only what somebody called it. */
export async function readWorkflowFile(file: Blob, name: string): Promise<FileParseResult> {
  const format = formatOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  switch (format) {
    case 'PNG':
      return readPng(file);
    case 'JPEG':
    case 'WebP':
    case 'GIF':
    case 'AVIF':
      return {
        kind: 'picture',
        title: `Workflows are not read from ${format} files yet`,
        reason: `Flowdeck looked for a workflow in PNG text chunks only; this is ${format === 'AVIF' ? 'an' : 'a'} ${format} file.`,
      };
    case 'empty':
      return { kind: 'problem', title: 'Empty file', explanation: `${name} is empty.` };
    case 'text':
      return explainName(await readJsonFile(file, name), name);
    case 'other':
      return {
        kind: 'problem',
        title: 'Workflows are not read from this file type',
        explanation: `Flowdeck reads JSON files and PNG text chunks; ${name} is neither. If it has an embedded workflow, open it in ComfyUI and choose Workflow → Export (API).`,
      };
  }
}

/** People look at the name: where it says picture, the missing JSON is not what went wrong. */
function explainName(reading: FileParseResult, name: string): FileParseResult {
  if (reading.kind !== 'problem' || !/\.(?:png|jpe?g|webp|gif|avif)$/i.test(name)) return reading;
  const explanation = `${name} has an image extension, but contains text that is not a workflow.`;
  return { kind: 'problem', title: 'Not an image', explanation };
}

async function readJsonFile(file: Blob, name: string): Promise<FileParseResult> {
  // Its start is enough, and an export may be larger than any workflow.
  const exported = readExport(await file.slice(0, HEAD_CHARS).text(), name);
  if (exported) return exported;
  if (file.size > MAX_JSON_BYTES) {
    const size = Math.ceil(file.size / 1024 / 1024);
    return {
      kind: 'problem',
      title: 'File too large',
      explanation: `${name} is ${size} MiB; the limit is ${MAX_JSON_BYTES / 1024 / 1024} MiB.`,
    };
  }
  const text = decode(await file.arrayBuffer());
  if (text !== null && /^\s*<(?:\?xml|!DOCTYPE|svg|html)\b/i.test(text)) {
    return {
      kind: 'problem',
      title: 'Workflows are not read from this file type',
      explanation: `${name} is XML or HTML, such as an SVG image. Flowdeck reads JSON files and PNG text chunks.`,
    };
  }
  if (text === null) {
    return { kind: 'problem', title: 'Not a text file', explanation: `${name} is not JSON in UTF-8.` };
  }
  return readPastedText(text);
}

function readExport(head: string, name: string): FileParseResult | null {
  const kind = exportKind(head, name);
  if (kind === null) return null;
  return kind === 'jobs' ? { kind: 'export' } : { kind: 'problem', ...TABLE_PROBLEM };
}

export function readPastedText(text: string): FileParseResult {
  const exported = readExport(text.slice(0, HEAD_CHARS), '');
  if (exported) return exported;
  const reading = readWorkflowText(text);
  if (reading.ok) return { kind: 'workflow', text: reading.text, source: 'json', note: reading.note };
  return { kind: 'problem', title: reading.title, explanation: reading.explanation };
}

async function readPng(file: Blob): Promise<FileParseResult> {
  const found = await readPngText(file, WANTED);
  // The last one counts, as for Python's reader, which most writers were tested against.
  const prompts = found.texts.filter(({ keyword }) => keyword.toLowerCase() === 'prompt').reverse();
  let lastProblem = '';
  for (const { text } of prompts) {
    const reading = readWorkflowText(text);
    if (reading.ok) return { kind: 'workflow', text: reading.text, source: 'picture', note: reading.note };
    lastProblem = `${reading.title}. ${reading.explanation}`;
  }
  const isCanvasOnly = prompts.length === 0 && found.texts.length > 0;
  if (isCanvasOnly)
    return { kind: 'picture', title: 'Only a UI-format workflow in this image', reason: whyNone(found) };
  if (lastProblem) return { kind: 'picture', reason: `Its “prompt” text is not usable: ${lastProblem}` };
  return { kind: 'picture', reason: whyNone(found) };
}

function whyNone({ keywords, skipped, stoppedBy, texts }: PngText): string {
  const [first] = skipped;
  if (first?.why === 'too_large') return `Its “${first.keyword}” text is too large.`;
  if (first) return `Its “${first.keyword}” text is damaged.`;
  if (texts.length > 0) {
    return 'It contains only a ComfyUI canvas, not an API export. In ComfyUI choose Workflow, then Export (API).';
  }
  if (stoppedBy === 'truncated') return 'The file is truncated.';
  if (stoppedBy === 'too_many_chunks') return 'The file has too many PNG chunks.';
  if (keywords.length === 0) {
    return 'It has no text chunks: it was not saved by ComfyUI, or an editor or chat app re-encoded it.';
  }
  const named = [...new Set(keywords)].slice(0, 4).map((keyword) => `“${keyword}”`);
  return `It has no “prompt” text chunk, only ${named.join(', ')}.`;
}

function formatOf(head: Uint8Array): Format {
  if (head.byteLength === 0) return 'empty';
  if (PNG_SIGNATURE.every((byte, index) => head[index] === byte)) return 'PNG';
  const ascii = String.fromCodePoint(...head);
  if (ascii.startsWith('\u00ff\u00d8\u00ff')) return 'JPEG';
  if (ascii.startsWith('GIF8')) return 'GIF';
  if (ascii.startsWith('RIFF') && ascii.slice(8, 12) === 'WEBP') return 'WebP';
  if (ascii.slice(4, 8) === 'ftyp' && /avi[fs]/.test(ascii.slice(8, 32))) return 'AVIF';
  const isWide = ascii.startsWith('\u00ff\u00fe') || ascii.startsWith('\u00fe\u00ff');
  return isWide || !head.includes(0) ? 'text' : 'other';
}

/** UTF-8, or UTF-16 where its mark stands in front, as Windows editors write. Null for anything else. */
function decode(buffer: ArrayBuffer): string | null {
  const [first, second] = new Uint8Array(buffer);
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(buffer);
  } catch {
    return null;
  }
}
