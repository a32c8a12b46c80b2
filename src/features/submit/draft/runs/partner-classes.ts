import { partnerClasses } from '@contract/workflow/partner-nodes';
import type { SessionState } from '../session-state';

type Classes = Pick<SessionState, 'form' | 'definitions' | 'comfyui'>;

/** Returns the classes of the workflow that require a partner credential. Without those that ComfyUI lacks, which cannot run. */
export function partnerClassesOf({ form, definitions, comfyui }: Classes): string[] {
  const isLacking = (name: string) => comfyui === 'connected' && definitions && !Object.hasOwn(definitions, name);
  const names = form.outline.map(({ classType }) => classType);
  return partnerClasses(
    names.filter((name) => !isLacking(name)),
    definitions,
  );
}
