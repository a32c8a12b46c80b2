import { readWorkflow } from '@contract/workflow/graph';
import { exportKind, HEAD_CHARS, tableProblem } from '@/domains/history/recognize-export';
import { READ_LIMITS, UnpackBudget, type ReadLimits } from '@/domains/workflow-files/byte-reader';
import { classifyText } from '@/domains/workflow-files/classify-text';
import { latin1 } from '@/domains/workflow-files/decode-text';
import { detectFormat, HEAD_BYTES, type FileFormat } from '@/domains/workflow-files/file-format';
import { fitTemplate, readTemplateDocument, type TemplateDocument } from '@/domains/templates/template-document';
import { t } from '@/lib/i18n/messages';
import { readArchive } from './archived-workflows';
import { readEmbeddedWorkflow } from './embedded-workflow';
import { readWorkflowText } from '@/domains/workflow-files/read-workflow-text';
import type { FileParseResult, SingleParseResult } from './workflow-file-protocol';

export const MAX_JSON_BYTES = 32 * 1024 * 1024;

/** Detects the format of a dropped file by its bytes, because its name and type are unreliable. */
export async function readWorkflowFile(file: Blob, name: string): Promise<FileParseResult> {
  const format = await formatOf(file);
  return format === 'ZIP'
    ? readArchive(file, name, readArchived)
    : readSingle(file, name, format, READ_LIMITS, new UnpackBudget(READ_LIMITS.maxUnpackedBytes));
}

async function readArchived(
  file: Blob,
  name: string,
  limits: ReadLimits,
  budget: UnpackBudget,
): Promise<SingleParseResult> {
  const format = await formatOf(file);
  if (format !== 'ZIP') return readSingle(file, name, format, limits, budget);
  return { kind: 'problem', title: t('An archive in an archive'), explanation: t('Extract it, then drop it alone.') };
}

async function formatOf(file: Blob): Promise<FileFormat> {
  return detectFormat(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()), file.size);
}

async function readSingle(
  file: Blob,
  name: string,
  format: Exclude<FileFormat, 'ZIP'>,
  limits: ReadLimits,
  budget: UnpackBudget,
): Promise<SingleParseResult> {
  switch (format) {
    case 'empty':
      return {
        kind: 'problem',
        title: t('Empty file'),
        explanation: t('It has no content. Save or download it again.'),
      };
    case 'text':
      return explainName(await readJsonFile(file, name), name);
    case 'other':
      return (await unreadImage(file, name)) ?? otherType(name);
    default:
      return readEmbeddedWorkflow(file, format, limits, budget);
  }
}

function otherType(name: string): SingleParseResult {
  return {
    kind: 'problem',
    title: t('Workflows are not read from this file type'),
    explanation: t(
      'Flowdeck reads JSON files, images, videos, audio files, models, GLB files and archives of them; {name} is none of these. If it has an embedded workflow, open it in ComfyUI and choose Workflow → Export (API).',
      { name },
    ),
  };
}

/** Images that ComfyUI loads, but in which it saves no workflow. */
const UNREAD_IMAGES = [
  ['BMP', /^BM/],
  ['TIFF', /^(?:II\*\0|MM\0\*)/],
] as const;

async function unreadImage(file: Blob, name: string): Promise<SingleParseResult | null> {
  const head = latin1(new Uint8Array(await file.slice(0, 4).arrayBuffer()));
  const type = UNREAD_IMAGES.find(([, signature]) => signature.test(head))?.[0];
  if (type === undefined) return null;
  return {
    kind: 'media',
    media: 'image',
    title: t('Workflows are not read from this file type'),
    reason: t(
      '{name} is a {type} image. Flowdeck reads workflows from PNG, JPEG, WebP, GIF, AVIF, HEIC and SVG images.',
      { name, type },
    ),
  };
}

const MEDIA_NAME = /\.(?:png|jpe?g|webp|gif|avif|heic|mp4|m4v|mov|webm|mkv|flac|ogg|opus|mp3|wav|glb)$/i;

/** Users rely on the name: for an image, missing JSON is not the actual problem. */
function explainName(result: SingleParseResult, name: string): SingleParseResult {
  if (result.kind !== 'problem' || !MEDIA_NAME.test(name)) return result;
  const extension = name.slice(name.lastIndexOf('.'));
  const explanation = t('{name} ends in {extension}, but contains text that is not a workflow.', { name, extension });
  return { kind: 'problem', title: t('Not a media file'), explanation };
}

async function readJsonFile(file: Blob, name: string): Promise<SingleParseResult> {
  // The beginning is enough, and an export may be larger than any workflow.
  const exported = readExport(await file.slice(0, HEAD_CHARS).text(), name);
  if (exported) return exported;
  if (file.size > MAX_JSON_BYTES) {
    const size = Math.ceil(file.size / 1024 / 1024);
    return {
      kind: 'problem',
      title: t('File too large'),
      explanation: t('{name} is {size} MiB; the limit is {limit} MiB.', {
        name,
        size,
        limit: MAX_JSON_BYTES / 1024 / 1024,
      }),
    };
  }
  const text = decode(await file.arrayBuffer());
  if (text !== null && /^\s*<(?:\?xml|!DOCTYPE|html)\b/i.test(text)) {
    return {
      kind: 'problem',
      title: t('Workflows are not read from this file type'),
      explanation: t('{name} is XML or HTML. Drop the JSON, image, video or audio file itself.', { name }),
    };
  }
  const isJsonName = /\.json$/i.test(name);
  if (text === null && isJsonName) {
    return { kind: 'problem', title: t('Not a text file'), explanation: t('{name} is not JSON in UTF-8.', { name }) };
  }
  if (text === null || text.startsWith('%PDF-')) return otherType(name);
  if (!isJsonName && !/^\s*[{[]/.test(text)) {
    const settings = readSettings(text, t('Only generation settings in this file'));
    if (settings) return settings;
    const explanation = t('It is plain text. Drop workflow JSON, or a file that ComfyUI saved.');
    return { kind: 'problem', title: t('No workflow in this file'), explanation };
  }
  return readPastedText(text);
}

function readExport(head: string, name: string): SingleParseResult | null {
  const kind = exportKind(head, name);
  if (kind === null) return null;
  return kind === 'jobs' ? { kind: 'export' } : readTable();
}

function readTable(): SingleParseResult {
  return { kind: 'problem', ...tableProblem() };
}

export function readPastedText(text: string): SingleParseResult {
  const settings = readSettings(text, t('Only generation settings in this text'));
  if (settings) return settings;
  const exported = readExport(text.slice(0, HEAD_CHARS), '');
  if (exported) return exported;
  const template = readTemplateDocument(text);
  if (template)
    return template.ok ? readTemplateWorkflow(template.document) : { kind: 'problem', ...messageOf(template) };
  const result = readWorkflowText(text);
  if (result.ok) return { kind: 'workflow', text: result.text, source: 'json', note: result.note };
  const { title, explanation, uiFormat } = result;
  return { kind: 'problem', title, explanation, ...(uiFormat === undefined ? {} : { found: { uiFormat } }) };
}

function messageOf({ title, explanation }: { title: string; explanation: string }) {
  return { title, explanation };
}

function readTemplateWorkflow({ template, workflowText, ...modes }: TemplateDocument): SingleParseResult {
  const workflow = readWorkflow(workflowText);
  if (!workflow.ok) {
    const explanation = t('Its workflow cannot be read: {problem}.', { problem: workflow.problem.message });
    return { kind: 'problem', title: t('This template is damaged'), explanation };
  }
  const fitted = fitTemplate(template, workflow.graph);
  const note =
    fitted.lost === 0
      ? null
      : t('{count, plural, one {# pinned input} other {# pinned inputs}} of the template not found in its workflow.', {
          count: fitted.lost,
        });
  return {
    kind: 'workflow',
    text: workflowText,
    source: 'json',
    note,
    template: { template: fitted.template, ...modes },
  };
}

/** Decodes UTF-8, or UTF-16 with a byte order mark, as Windows editors write. Returns `null` for anything else. */
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

/** Settings of Automatic1111 as text. Those in JSON are only known by where a file has them. */
function readSettings(text: string, title: string): SingleParseResult | null {
  if (/^\s*[{[]/.test(text)) return null;
  const settings = classifyText('', text).find(({ kind }) => kind === 'parameters');
  const explanation = t('It contains settings as text, but no workflow.');
  return settings ? { kind: 'problem', title, explanation, found: { parameters: settings.text } } : null;
}
