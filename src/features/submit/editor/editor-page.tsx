import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import { definitionsQuery } from '@/domains/node-definitions-query';
import { draftQuery } from '@/domains/drafts/drafts';
import { t } from '@/lib/i18n/messages';
import { PageHeader } from '@/shared/page/page-header';
import { useCurrentSurface } from '@/shared/servers/use-current-surface';
import { usePageTitle } from '@/shared/page/use-page-title';
import { buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Skeleton } from '@/ui/skeleton';
import { Editor } from './editor';

const route = getRouteApi('/$surface/submit/$draftId');

export function EditorPage() {
  const surface = useCurrentSurface();
  const { draftId } = route.useParams();
  const { node } = route.useSearch();
  const draft = useQuery(draftQuery(surface, draftId));
  usePageTitle(draft.data?.title ?? t('Submit'));
  const definitions = useQuery(definitionsQuery(surface));
  // Definitions determine the widget of each field: a short wait is better than a form that changes while the user
  // types.
  if (draft.isPending || (definitions.isPending && definitions.fetchStatus === 'fetching')) return <LoadingEditor />;
  if (!draft.data) return <MissingDraft surfaceId={surface.id} isStored={!draft.error} />;
  return (
    <Editor
      key={draftId}
      surface={surface}
      draft={draft.data}
      definitions={definitions.data ?? null}
      firstNode={node ?? null}
    />
  );
}

function LoadingEditor() {
  return (
    <>
      <PageHeader title={t('Opening')} parent={{ label: t('Submit'), to: '/$surface/submit' }} />
      <div aria-busy className="mx-auto flex w-full max-w-[680px] flex-col gap-3 px-4 py-5">
        <Skeleton className="h-40" />
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </div>
    </>
  );
}

function MissingDraft({ surfaceId, isStored }: { surfaceId: string; isStored: boolean }) {
  return (
    <>
      <PageHeader title={t('Draft')} parent={{ label: t('Submit'), to: '/$surface/submit' }} />
      <EmptyState
        icon={<FileQuestion />}
        title={t('Draft not found')}
        actions={
          <Link to="/$surface/submit" params={{ surface: surfaceId }} className={buttonClass({ tone: 'primary' })}>
            {t('Open a workflow')}
          </Link>
        }
      >
        {isStored
          ? t('This draft was deleted, or another browser has not sent it yet.')
          : t('Drafts cannot be saved in this browser (private window or storage blocked).')}
      </EmptyState>
    </>
  );
}
