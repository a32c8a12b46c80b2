import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { cacheInput } from '@/domains/models/input-cache';
import { resumeRuns } from '@/domains/model-calls/runs';
import { t } from '@/lib/i18n/messages';
import { PageHeader } from '@/shared/page/page-header';
import { useCurrentSurface } from '@/shared/servers/use-current-surface';
import { usePageTitle } from '@/shared/page/use-page-title';
import { ModelHistory } from './model-history';

/** Run history of all models of the surface. */
export function RunsPage() {
  const surface = useCurrentSurface();
  const navigate = useNavigate();
  usePageTitle('Runs');
  // Resumes unfinished runs of earlier page loads, since the user may open this page first.
  useEffect(() => void resumeRuns(), []);

  const go = (modelId: string, run: string | undefined) => {
    const [provider = '', model = ''] = modelId.split('/');
    return navigate({
      to: '/$surface/models/$provider/$model',
      params: { surface: surface.id, provider, model },
      search: run === undefined ? {} : { run, step: 'result' },
    });
  };
  return (
    <>
      <PageHeader title={t('Runs')} parent={{ label: t('Models'), to: '/$surface/models' }} />
      <ModelHistory
        surface={surface}
        onOpen={({ modelId, id }) => void go(modelId, id)}
        // The model form starts with the cached input.
        onRerun={({ modelId }, bodyText) =>
          void cacheInput(surface, modelId, bodyText).then(() => go(modelId, undefined))
        }
      />
    </>
  );
}
