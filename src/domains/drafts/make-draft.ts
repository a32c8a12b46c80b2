import { classesOf, readWorkflow } from '@contract/workflow/graph';
import type { AuthorParts } from './author-parts';
import type { Template } from './template';
import type { FillIns } from './fill-ins';
import { isReopenable, type Draft, type DraftConversion, type DraftOrigin, type SeedMode } from './draft';

export interface WorkflowToOpen {
  text: string;
  title: string;
  origin: DraftOrigin;
  /** Change of each seed after a run, by field key. */
  seedModes?: Readonly<Record<string, SeedMode>>;
  fillIns?: FillIns;
  conversion?: DraftConversion;
  author?: AuthorParts;
  /** Its form, with which the draft opens. */
  form?: {
    template: Template;
    seedModes: Readonly<Record<string, SeedMode>>;
    fillIns?: FillIns;
    templateId?: string;
  };
}

/** Creates a draft from the text of a workflow. @throws Error for other text, which callers must exclude */
export function makeDraft(
  surfaceId: string,
  { text, title, origin, seedModes, fillIns, conversion, author, form }: WorkflowToOpen,
  now: number,
): Draft {
  const result = readWorkflow(text);
  if (!result.ok) throw new Error(result.problem.message);
  const filled = fillIns ?? form?.fillIns ?? {};
  const classes = classesOf(result.graph);
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
    seedModes: { ...seedModes, ...form?.seedModes },
    ...(Object.keys(filled).length > 0 ? { fillIns: filled } : {}),
    ...(conversion ? { conversion } : {}),
    ...author,
    media: {},
    ...(form ? { template: form.template } : {}),
    ...(form || author?.template ? { view: 'template' } : {}),
    ...(form?.templateId ? { templateId: form.templateId } : {}),
    ...(isReopenable(origin) ? { isUntouched: true } : {}),
  };
}
