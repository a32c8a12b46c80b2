import type { WorkflowToOpen } from '@/domains/drafts/make-draft';
import { msg, t } from '@/lib/i18n/messages';
import type { ConvertedFile } from './workflow-file-protocol';

const MEGABYTE = 1024 ** 2;
/** Of the file that a draft keeps for its download, in UTF-16 units: ten times what 1,000 nodes take. */
const MAX_KEPT = 16 * MEGABYTE;

/** Returns false if the draft does not keep the file that it was converted from. */
export function isSourceKept({ uiFormat }: ConvertedFile): boolean {
  return uiFormat.length <= MAX_KEPT;
}

/** What a draft keeps of its conversion. */
export function convertedParts(conversion: ConvertedFile | undefined): Partial<WorkflowToOpen> {
  if (!conversion) return {};
  const { seedModes, fillIns, notes, awaited, isPartial } = conversion;
  const kept = { seedModes, fillIns };
  if (isSourceKept(conversion)) {
    return { ...kept, conversion: { notes, awaited, ...(isPartial ? { problem: t(WAITS_FOR_CLASSES) } : {}) } };
  }
  // Without the file, it cannot be converted again.
  const problem = isPartial ? { problem: t(TO_OPEN_AGAIN) } : {};
  const isTooLarge = t(
    'The file is larger than {size} MB, so the draft does not keep it and can be downloaded in the API format only.',
    { size: MAX_KEPT / MEGABYTE },
  );
  return { ...kept, conversion: { notes: [...notes, isTooLarge], awaited: [], ...problem } };
}

const WAITS_FOR_CLASSES = msg('The file is not converted yet: this server does not have all of its node classes');
const TO_OPEN_AGAIN = msg(
  'The file is not converted: this server does not have all of its node classes. Open the file again once it has them',
);
