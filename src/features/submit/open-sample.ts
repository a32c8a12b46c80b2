import type { Draft } from '@/api/storage/draft';
import { writeDraft } from '@/api/storage/drafts';
import type { Surface } from '@/api/surface';
import { loadSampleWorkflow, type Sample } from './samples';

/** A draft of its own for each opening. @throws Error when the gateway does not serve the sample */
export async function openSample(surface: Surface, sample: Sample): Promise<Draft> {
  // The readers of workflows come with the first one.
  const [text, { makeDraft }] = await Promise.all([loadSampleWorkflow(sample), import('@/api/storage/make-draft')]);
  const draft = makeDraft(surface.id, { text, title: sample.title, origin: 'sample' }, Date.now());
  await writeDraft(draft);
  return draft;
}
