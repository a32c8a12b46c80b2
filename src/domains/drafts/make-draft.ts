import { readWorkflow } from '@contract/workflow/graph';
import { isReopenable, type Draft, type DraftOrigin } from './draft';

export interface WorkflowToOpen {
  text: string;
  title: string;
  origin: DraftOrigin;
}

/** Creates a draft from the text of a workflow. @throws Error for other text, which callers must exclude */
export function makeDraft(surfaceId: string, { text, title, origin }: WorkflowToOpen, now: number): Draft {
  const result = readWorkflow(text);
  if (!result.ok) throw new Error(result.problem.message);
  const classes = [...new Set([...result.graph.values()].map((node) => node.classType))];
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
