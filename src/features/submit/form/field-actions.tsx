import { useContext } from 'react';
import { Grid3x3 } from 'lucide-react';
import { isPinned } from '@/domains/drafts/template';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { PinnedInputContext } from '../draft/field-text';
import type { FormField } from '../draft/form-model';
import { useEditor, useSession } from '../draft/session/session-context';
import { togglePin } from '../draft/edit-template';
import { openSweep } from '../draft/sweep-request';

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

/** Pins an input to the template. Adds no stop to the Tab order: the command `pin` does the same for the focused field. */
function PinButton({ field, isOn }: { field: FormField; isOn: boolean }) {
  const { editor } = useSession();
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-pressed={isOn}
      aria-label={t('Pin {name}', { name: field.name })}
      title={isOn ? t('Remove from the template') : t('Pin to the template')}
      onClick={() => togglePin(editor, field)}
      className={classNames(
        '-my-1 flex size-6 shrink-0 items-center justify-center self-center rounded hover:bg-hover [:not(.ml-auto)+&]:ml-auto',
        isOn
          ? 'text-accent'
          : 'text-faint opacity-0 group-focus-within/field:opacity-100 group-hover/field:opacity-100 focus-visible:opacity-100 [@media(hover:none)]:opacity-100 hover:text-text',
      )}
    >
      <svg
        aria-hidden
        viewBox="0 0 24 24"
        className={classNames('size-3.5 stroke-current stroke-2', isOn ? 'fill-current' : 'fill-none')}
      >
        <path d="M8 3h8M9.5 3v6L6 13v2h12v-2l-3.5-4V3M12 15v6" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </button>
  );
}

/** In the label row of a field: plans a sweep of this input. */
function SweepFieldButton({ field }: { field: FormField }) {
  const { editor } = useSession();
  // Only one field at a time adds a stop to the Tab order.
  const isFocused = useEditor((state) => state.focusedField === field.key);
  return (
    <button
      type="button"
      tabIndex={isFocused ? 0 : -1}
      aria-label={t('Sweep {name}', { name: field.name })}
      aria-haspopup="dialog"
      title={t('Sweep this input')}
      className="-my-1 ml-auto flex size-6 shrink-0 items-center justify-center self-center rounded text-faint opacity-0 group-focus-within/field:opacity-100 group-hover/field:opacity-100 hover:bg-hover hover:text-text focus-visible:opacity-100 [.ml-auto+&]:ml-0 [@media(hover:none)]:opacity-100"
      onClick={() => openSweep(editor, { fieldKey: field.key, isHint: false })}
    >
      <Grid3x3 aria-hidden className="size-3.5" />
    </button>
  );
}
