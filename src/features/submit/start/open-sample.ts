import type { Draft } from '@/domains/drafts/draft';
import { makeDraft } from '@/domains/drafts/make-draft';
import { writeDraft } from '@/domains/drafts/drafts';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { loadSampleWorkflow, type Sample } from '../samples';

/** Opens a sample as a new draft each time. @throws Error if the gateway does not serve the sample */
export async function openSample(surface: Surface, sample: Sample): Promise<Draft> {
  const text = await loadSampleWorkflow(sample);
  const draft = makeDraft(surface.id, { text, title: t(sample.title), origin: 'sample' }, Date.now());
  await writeDraft(draft);
  return draft;
}
