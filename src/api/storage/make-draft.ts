import { readWorkflow } from '@contract/workflow/graph';
import { isReopenable, type Draft, type DraftOrigin } from './draft';

export interface WorkflowToOpen {
  text: string;
  title: string;
  origin: DraftOrigin;
}

/** A draft of text that reads as a workflow. @throws Error for other text: readers have checked it before. */
export function makeDraft(surfaceId: string, { text, title, origin }: WorkflowToOpen, now: number): Draft {
  const reading = readWorkflow(text);
  if (!reading.ok) throw new Error(reading.problem.message);
  const classes = [...new Set([...reading.graph.values()].map((node) => node.classType))];
  return {
    id: crypto.randomUUID(),
    surfaceId,
    title,
    origin,
    originalText: text,
    text,
    classes,
    createdAt: now,
    updatedAt: now,
    seedModes: {},
    media: {},
    ...(isReopenable(origin) ? { isUntouched: true } : {}),
  };
}
