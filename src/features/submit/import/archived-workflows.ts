import { readZip, type ZipMember } from '@/domains/workflow-files/formats/read-zip';
import type { FileParseResult, SingleParseResult } from './workflow-file-protocol';

const WHY: Readonly<Record<Extract<ZipMember['content'], { ok: false }>['why'], string>> = {
  too_large: 'The JSON files of an archive may have 32 MiB together; this one exceeds it.',
  broken: 'Its part of the archive is damaged.',
  encrypted: 'It is encrypted. Extract it first, then drop the JSON file.',
  unknown_compression: 'Its compression method is not supported. Extract it first, then drop the JSON file.',
};

const ARCHIVED_EXPORT: SingleParseResult = {
  kind: 'problem',
  title: 'A job export in an archive',
  explanation: 'Extract it, then drop it alone.',
};

/** Reads the JSON files of a ZIP archive. */
export async function readArchive(
  file: Blob,
  name: string,
  readJson: (file: Blob, name: string) => Promise<SingleParseResult>,
): Promise<FileParseResult> {
  const zip = await readZip(file);
  if (!zip.ok) {
    return {
      kind: 'problem',
      title: 'Could not read this archive',
      explanation: `${name} is truncated or damaged. Extract it, then drop its files.`,
    };
  }
  if (zip.members.length === 0) {
    return {
      kind: 'problem',
      title: 'No JSON in this archive',
      explanation: 'Flowdeck reads workflows in JSON files from archives. Extract it to drop images or other files.',
    };
  }
  const members = [];
  for (const { name: path, content } of zip.members) {
    const result: SingleParseResult = content.ok
      ? await readJson(new Blob([content.bytes]), path)
      : { kind: 'problem', title: 'Could not read this file in the archive', explanation: WHY[content.why] };
    members.push({ name: path, result: result.kind === 'export' ? ARCHIVED_EXPORT : result });
  }
  return { kind: 'archive', members, others: zip.others };
}
