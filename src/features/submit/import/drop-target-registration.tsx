import { useEffect, useMemo } from 'react';
import { isAssetReference } from '@contract/workflow/asset-references';
import { nodeName } from '@contract/workflow/graph';
import { fieldKey } from '@/domains/drafts/field-key';
import { pinnedInputs } from '@/domains/drafts/template';
import { setDropTarget, type DropTarget } from '@/shared/drop/drop-target';
import type { DropSlot } from '@/shared/drop/plan-drop';
import { useEditor, useSession, useSettledEditor } from '../draft/session/session-context';

/** Registers the inputs of the open workflow that accept files. */
export function DropTargetRegistration() {
  const { editor, uploads } = useSession();
  const form = useEditor((state) => state.form);
  const focusedNode = useEditor((state) => state.focusedNode);
  const filled = useSettledEditor((state) =>
    [...state.form.fields.values()]
      .filter((field) => field.media && (isAssetReference(state.values.get(field.key)) || state.media[field.key]))
      .map((field) => field.key)
      .join('\n'),
  );
  const template = useEditor(({ draft }) => (draft.view === 'template' ? draft.template : undefined));
  const target = useMemo((): DropTarget => {
    // The form changes with the titles, the graph with every value.
    const { graph, definitions } = editor.store.getState();
    const all = form.cards.flatMap((card) =>
      card.fields.flatMap((field): DropSlot[] =>
        field.media
          ? [{ key: field.key, media: field.media, label: nodeName(graph, card.nodeId, definitions) ?? card.title }]
          : [],
      ),
    );
    // In a template, the inputs that it shows come first, under their own names.
    const shown = (template ? pinnedInputs(template) : []).flatMap(({ nodeId, input, label }): DropSlot[] => {
      const slot = all.find(({ key }) => key === fieldKey(nodeId, input));
      return slot ? [{ ...slot, label: label || slot.label }] : [];
    });
    const slots = [...shown, ...all.filter(({ key }) => !shown.some((slot) => slot.key === key))];
    const isFilled = new Set(filled.split('\n'));
    const inFocus = slots.find((slot) => form.fields.get(slot.key)?.nodeId === focusedNode);
    const preferred = inFocus ?? slots.find((slot) => !isFilled.has(slot.key)) ?? slots[0] ?? null;
    return {
      slots,
      preferred,
      attach: (key, file) => void uploads.attach(key, file),
      attachList: (key, files) => void uploads.attachList(key, files),
    };
  }, [form, template, focusedNode, filled, editor, uploads]);
  // Registered while the editor is on screen.
  useEffect(() => {
    setDropTarget(target);
    return () => setDropTarget(null);
  }, [target]);
  return null;
}
