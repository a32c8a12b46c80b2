import type { QueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { classesOf, readWorkflow } from '@contract/workflow/graph';
import type { Surface } from '@/api/surface';
import { writeDraft } from '@/domains/drafts/drafts';
import { fetchSubmittableWorkflow } from '@/domains/jobs/submittable-workflow';
import { t } from '@/lib/i18n/messages';
import { runAction } from '@/shared/feedback/action';
import { showToast } from '@/shared/feedback/toasts';

/** Opens the workflow in the editor. @returns the id of the draft, or `null` */
export async function openAsDraft(
  client: QueryClient,
  surface: Surface,
  job: Pick<ListedJob, 'id' | 'urls'>,
  title: string,
): Promise<string | null> {
  const workflow = await fetchSubmittableWorkflow(client, surface, job);
  if ('title' in workflow) {
    showToast(workflow);
    return null;
  }
  const { text } = workflow;
  const result = readWorkflow(text);
  const id = crypto.randomUUID();
  const now = Date.now();
  const outcome = await runAction({
    run: () =>
      writeDraft({
        id,
        surfaceId: surface.id,
        title,
        origin: 'job',
        sourceJobId: job.id,
        originalText: text,
        text,
        classes: result.ok ? classesOf(result.graph) : [],
        createdAt: now,
        updatedAt: now,
        seedModes: {},
        media: {},
        isUntouched: true,
      }),
    failed: () => ({
      title: t('The workflow could not be opened'),
      description: t('This browser does not store data for this page, so no draft can be saved.'),
    }),
  });
  return outcome.ok ? id : null;
}
