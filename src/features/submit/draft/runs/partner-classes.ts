import { partnerClasses } from '@contract/workflow/partner-nodes';
import type { SessionState } from '../session-state';

/** Returns the classes of the workflow that require a partner credential. */
export function partnerClassesOf({ form, definitions }: SessionState): string[] {
  return partnerClasses(
    form.outline.map(({ classType }) => classType),
    definitions,
  );
}
