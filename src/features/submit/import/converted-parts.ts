import type { WorkflowToOpen } from '@/domains/drafts/make-draft';
import type { ConvertedFile } from './workflow-file-protocol';

/** What a draft keeps of its conversion. */
export function convertedParts(conversion: ConvertedFile | undefined): Partial<WorkflowToOpen> {
  if (!conversion) return {};
  const { seedModes, fillIns, notes, awaited, isPartial } = conversion;
  const problem = isPartial ? { problem: WAITS_FOR_CLASSES } : {};
  return { seedModes, fillIns, conversion: { notes, awaited, ...problem } };
}

const WAITS_FOR_CLASSES = 'The file is not converted yet: this server does not have all of its node classes';
