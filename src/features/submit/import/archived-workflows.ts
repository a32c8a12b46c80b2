import { READ_LIMITS, ReadStop, UnpackBudget, type ReadLimits } from '@/domains/workflow-files/byte-reader';
import { isJsonName, readZip, type MemberContent, type ZipMember } from '@/domains/workflow-files/formats/read-zip';
import { msg, t, type Message } from '@/lib/i18n/messages';
import type { ArchiveMember, FileParseResult, SingleParseResult } from './workflow-file-protocol';

/** Files in an archive are read one after the other, so that their content is never in memory together. */
export interface ArchiveLimits {
  /** What is kept: the JSON files and embedded texts of all files together. */
  texts: number;
  /** One unpacked image or other file that is not JSON. */
  file: number;
  /** What is unpacked and decoded of all files together, because that takes time. */
  unpacked: number;
}

const MIB = 1024 * 1024;
const LIMITS: ArchiveLimits = {
  texts: READ_LIMITS.maxTextBytes,
  file: 64 * MIB,
  unpacked: READ_LIMITS.maxUnpackedBytes,
};

const WHY: Readonly<Record<Extract<MemberContent, { ok: false }>['why'], Message>> = {
  too_large: msg(
    'Unpacked, the files of this archive exceed what Flowdeck reads. Extract this one, then drop it alone.',
  ),
  broken: msg('Its part of the archive is damaged.'),
  encrypted: msg('It is encrypted. Extract it first, then drop it.'),
  unknown_compression: msg('Its compression method is not supported. Extract it first, then drop it.'),
};

function archivedExport(): SingleParseResult {
  return {
    kind: 'problem',
    title: t('A job export in an archive'),
    explanation: t('Extract it, then drop it alone.'),
  };
}

/** Reads the files in a ZIP archive: JSON, and those that a workflow can be embedded in. */
export async function readArchive(
  file: Blob,
  name: string,
  readFile: (file: Blob, name: string, limits: ReadLimits, budget: UnpackBudget) => Promise<SingleParseResult>,
  limits: ArchiveLimits = LIMITS,
): Promise<FileParseResult> {
  const budget = new UnpackBudget(limits.unpacked);
  const zip = await readZip(file, READ_LIMITS, budget);
  if (!zip.ok) {
    return {
      kind: 'problem',
      title: t('Could not read this archive'),
      explanation: t('{name} is truncated or damaged. Extract it, then drop its files.', { name }),
    };
  }
  if (zip.members.length === 0) {
    return {
      kind: 'problem',
      title: t('No workflow in this archive'),
      explanation: t('{name} has no JSON, image, video, audio or model file. Extract it to drop other files.', {
        name,
      }),
    };
  }
  let textsLeft = limits.texts;
  const members: ArchiveMember[] = [];
  for (const member of zip.members) {
    const result = await readMember(member);
    textsLeft -= textLength(result);
    members.push({ name: member.name, result: result.kind === 'export' ? archivedExport() : result });
  }
  return { kind: 'archive', members, others: zip.others, overLimit: zip.overLimit };

  async function readMember(member: ZipMember): Promise<SingleParseResult> {
    const isJson = isJsonName(member.name);
    const maxBytes = isJson ? textsLeft : limits.file;
    if (isJson && member.sizeBytes > maxBytes) return unread('too_large');
    try {
      const content = await member.read(maxBytes);
      if (!content.ok) return unread(content.why);
      if (isJson) budget.charge(content.file.size);
      return await readFile(
        content.file,
        member.name,
        { ...READ_LIMITS, maxTextBytes: Math.max(0, textsLeft) },
        budget,
      );
    } catch (error) {
      if (error instanceof ReadStop) return unread('over_budget');
      throw error;
    }
  }
}

function unread(why: keyof typeof WHY | 'over_budget'): SingleParseResult {
  const explanation =
    why === 'over_budget'
      ? t(
          'This archive was not read further: it unpacks to more than {size} MiB. Extract this file, then drop it alone.',
          { size: READ_LIMITS.maxUnpackedBytes / MIB },
        )
      : t(WHY[why]);
  return { kind: 'problem', title: t('Could not read this file in the archive'), explanation };
}

/** Length of the texts that a result keeps. */
function textLength(result: SingleParseResult): number {
  if (result.kind === 'workflow') return result.text.length;
  if (result.kind === 'export') return 0;
  return (result.found?.uiFormat?.length ?? 0) + (result.found?.parameters?.length ?? 0);
}
