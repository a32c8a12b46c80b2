import { useContext } from 'react';
import { isPinned } from '@/domains/drafts/template';
import { SweepFieldButton } from './sweep-field-button';
import { PinnedInputContext } from '../draft/field-text';
import { PinButton } from './pin-button';
import type { FormField } from '../draft/form-model';
import { useEditor } from '../draft/session-context';

/**
 * Buttons in the label row of a field. Forms have hundreds of fields: one gets its buttons once the pointer or the focus has been on
 * it, and its pin if it is pinned.
 */
export function FieldActions({ field, isNear }: { field: FormField; isNear: boolean }) {
  const isOfTemplate = useContext(PinnedInputContext) !== null;
  const isOn = useEditor(
    ({ draft }) =>
      draft.template !== undefined && isPinned(draft.template, { nodeId: field.nodeId, input: field.name }),
  );
  return (
    <>
      {isNear ? <SweepFieldButton field={field} /> : null}
      {!isOfTemplate && (isNear || isOn) ? <PinButton field={field} isOn={isOn} /> : null}
    </>
  );
}
