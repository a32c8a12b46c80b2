import type { Draft } from '@/domains/drafts/draft';
import { makeDraft } from '@/domains/drafts/make-draft';
import { writeDraft } from '@/domains/drafts/drafts';
import { withoutFiles } from '@/domains/templates/private-values';
import type { SavedTemplate } from '@/domains/templates/saved-template';
import type { Surface } from '@/api/surface';

/** Opens a saved template as a new draft each time. Another server does not have its files. */
export async function openTemplate(surface: Surface, saved: SavedTemplate): Promise<Draft> {
  const draft = draftOfTemplate(surface, saved);
  await writeDraft(draft);
  return draft;
}

/** A new draft of a saved template, not stored. */
export function draftOfTemplate(surface: Surface, saved: SavedTemplate): Draft {
  const { id: templateId, surfaceId, template, workflowText, seedModes, fillIns } = saved;
  const text = surfaceId === surface.id ? workflowText : withoutFiles(workflowText);
  const form = { template, seedModes, templateId, ...(fillIns ? { fillIns } : {}) };
  return makeDraft(surface.id, { text, title: template.title, origin: 'template', form }, Date.now());
}
