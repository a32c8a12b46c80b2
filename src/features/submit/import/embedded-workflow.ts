import { readWorkflow } from '@contract/workflow/graph';
import type { MediaKind } from '@contract/workflow/node-definitions';
import { READ_LIMITS, type ReadLimits, type StopReason, type UnpackBudget } from '@/domains/workflow-files/byte-reader';
import type { EmbeddedTexts } from '@/domains/workflow-files/embedded-texts';
import { mediaOf, type ContainerFormat } from '@/domains/workflow-files/file-format';
import { readEmbeddedTexts } from '@/domains/workflow-files/read-embedded-texts';
import type { AuthorParts } from '@/domains/drafts/author-parts';
import { authorPartsOf } from '@/domains/ui-format/read-author-parts';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { EXPORT_API, readWorkflowText } from '@/domains/workflow-files/read-workflow-text';
import type { FoundTexts, SingleParseResult } from './workflow-file-protocol';

/** Reads the workflow embedded in an image, video, audio file, model or 3D file. */
export async function readEmbeddedWorkflow(
  file: Blob,
  format: ContainerFormat,
  limits: ReadLimits,
  budget: UnpackBudget,
): Promise<SingleParseResult> {
  const texts = await readEmbeddedTexts(file, format, limits, budget);
  // The last one counts, as for Python's reader, which most writers were tested against. Some writers mix the two names up.
  const candidates = [...texts.prompt.toReversed(), ...texts.workflow.toReversed()];
  let problem: string | null = null;
  let uiFormat: string | undefined;
  for (const text of candidates) {
    const result = readWorkflowText(text);
    if (result.ok) {
      const notes = [result.note, stopNote(texts)].filter((note) => note !== null);
      const author = authorBeside(result.text, candidates);
      return { kind: 'workflow', source: 'embedded', text: result.text, note: notes.join(' ') || null, author };
    }
    if (result.uiFormat !== undefined) uiFormat ??= result.uiFormat;
    else problem ??= `${result.title}. ${result.explanation}`;
  }
  const parameters = texts.parameters.at(-1);
  const media = mediaOf(format);
  const found: FoundTexts = {
    ...(uiFormat === undefined ? {} : { uiFormat }),
    ...(parameters === undefined ? {} : { parameters }),
  };
  const { title, reason } = explain(texts, found, problem, media);
  const notes = [reason, stopNote(texts)].filter((note) => note !== null);
  // One of them is the reason itself if nothing was found.
  return { kind: 'media', media, title, reason: [...new Set(notes)].join(' '), found };
}

/** Files of ComfyUI contain the canvas beside the workflow that ran, with what its author included. */
function authorBeside(text: string, candidates: readonly string[]): AuthorParts {
  const read = readWorkflow(text);
  if (!read.ok) return {};
  const canvases = candidates.filter((candidate) => candidate !== text);
  return (
    canvases.map((canvas) => authorPartsOf(canvas, read.graph)).find((parts) => Object.keys(parts).length > 0) ?? {}
  );
}

/** Said whatever was found: the rest of the file may contain another workflow. */
function stopNote({ stoppedBy }: EmbeddedTexts): string | null {
  return stoppedBy === 'unpacks_to_too_much' ? stopText(stoppedBy) : null;
}

function explain(
  texts: EmbeddedTexts,
  { uiFormat, parameters }: FoundTexts,
  problem: string | null,
  mediaKind: MediaKind | null,
): { title: string; reason: string } {
  const media = mediaKind ?? 'file';
  if (problem !== null) {
    return {
      title: t(
        'No usable workflow in this {media, select, image {image} audio {audio file} video {video} other {file}}',
        { media },
      ),
      reason: t('Its workflow text cannot be read: {problem}', { problem }),
    };
  }
  if (uiFormat !== undefined) {
    return {
      title: t(
        'Only a UI-format workflow in this {media, select, image {image} audio {audio file} video {video} other {file}}',
        { media },
      ),
      reason: `${t('It contains only a ComfyUI canvas, not an API export.')} ${t(EXPORT_API)}`,
    };
  }
  if (parameters !== undefined) {
    return {
      title: t(
        'Only generation settings in this {media, select, image {image} audio {audio file} video {video} other {file}}',
        { media },
      ),
      reason: t('It contains settings as text, but no workflow.'),
    };
  }
  return {
    title: t('No workflow in this {media, select, image {image} audio {audio file} video {video} other {file}}', {
      media,
    }),
    reason: whyNone(texts, mediaKind === null),
  };
}

const STOPPED: Readonly<Record<Exclude<StopReason, 'unpacks_to_too_much'>, Message>> = {
  truncated: msg('The file is truncated.'),
  broken: msg('The structure of the file is damaged.'),
  too_many_parts: msg('The file has too many parts to search.'),
  too_many_bytes: msg('The part of the file that was searched, its first 160 MiB of structure, contains none.'),
};

function stopText(reason: StopReason): string {
  return reason === 'unpacks_to_too_much'
    ? t('The rest of the file was not read: it unpacks to more than {size} MiB.', {
        size: READ_LIMITS.maxUnpackedBytes / 1024 / 1024,
      })
    : t(STOPPED[reason]);
}

function whyNone({ keys, skipped, stoppedBy }: EmbeddedTexts, isModel: boolean): string {
  const [first] = skipped;
  if (first) {
    return first.why === 'too_large'
      ? t('Its “{key}” text is too large.', { key: first.key })
      : t('Its “{key}” text is damaged.', { key: first.key });
  }
  if (stoppedBy !== null) return stopText(stoppedBy);
  if (isModel) return t('Only models and 3D files that ComfyUI saves have one.');
  const named = keys.slice(0, 4).map((key) => `“${key}”`);
  return named.length === 0
    ? t('It has no metadata: it was not saved by ComfyUI, or an editor or chat app re-encoded it.')
    : t('Its metadata has only {names}: it was not saved by ComfyUI, or an editor or chat app re-encoded it.', {
        names: named.join(', '),
      });
}
