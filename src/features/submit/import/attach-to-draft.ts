import type { QueryClient } from '@tanstack/react-query';
import { definitionsQuery } from '@/domains/node-definitions-query';
import type { Draft } from '@/domains/drafts/draft';
import type { Surface } from '@/api/surface';
import { assignSlots, kindOf, type DropSlot } from '@/shared/drop/plan-drop';
import { sessionOf } from '../draft/session-of';
import { executeRunPlan } from './execute-drop-plan';
import type { ImportProblem } from './import-report';
import { askMultipleFiles } from '../form/drop-question';

/** Attaches files to the inputs of a draft that was dropped with them. Returns the files without a matching input. */
export async function attachToDraft(
  surface: Surface,
  client: QueryClient,
  draft: Draft,
  files: readonly File[],
): Promise<ImportProblem[]> {
  const definitions = await client.fetchQuery(definitionsQuery(surface)).catch(() => null);
  const { uploads, editor } = sessionOf(surface, draft, definitions);
  const slots = [...editor.state.form.fields.values()].flatMap(({ key, media, name }): DropSlot[] =>
    media ? [{ key, media, label: name }] : [],
  );
  const { attached, runsRequest, unused, unfit } = assignSlots(files, slots, true);
  const attach = (key: string, file: File) => void uploads.attach(key, file);
  for (const { item, slot } of attached) attach(slot.key, item);
  if (runsRequest) {
    const choice = await askMultipleFiles(
      runsRequest.items.length,
      runsRequest.slots.length,
      runsRequest.slots[0].label,
    );
    executeRunPlan(runsRequest, choice, { attach, attachList: (key, list) => void uploads.attachList(key, list) });
  }
  return [
    ...unfit.map((file) => withoutInput(file, draft.title)),
    ...unused.map(({ name }) => ({ name, title: 'More files than inputs', explanation: 'This file is not used.' })),
  ];
}

function withoutInput(file: File, title: string): ImportProblem {
  const explanation = `${title} has no input that accepts this file.`;
  return { name: file.name, title: `No ${kindOf(file)} input`, explanation, file };
}
