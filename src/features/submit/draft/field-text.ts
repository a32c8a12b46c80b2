import { createContext, useContext } from 'react';
import type { PinnedInput } from '@/domains/drafts/template';
import type { FrameProps } from '@/shared/fields/field-frame';
import type { FormField } from './form-model';

/** The pinned input that a field is shown for; `null` among all inputs. */
export const PinnedInputContext = createContext<PinnedInput | null>(null);

/** Returns the label of a field and the text below it: its own in a template. */
export function useFieldText(field: FormField): Pick<FrameProps, 'label' | 'hint'> {
  const pinned = useContext(PinnedInputContext);
  return { label: pinned?.label || shortName(field), hint: pinned?.help || undefined };
}

/** An input that a choice adds is next to it, so its own name is enough. */
function shortName({ name, spec }: FormField): string {
  return spec?.parent === undefined ? name : name.slice(spec.parent.length + 1);
}
