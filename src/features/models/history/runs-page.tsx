import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { cacheInput } from '@/api/models/input-cache';
import { resumeRuns } from '@/api/runs/runs';
import { PageHeader } from '@/shared/page-header';
import { useCurrentSurface } from '@/shared/use-current-surface';
import { usePageTitle } from '@/shared/use-page-title';
import { ModelHistory } from './model-history';

/** Runs of all models of the surface. */
export function RunsPage() {
  const surface = useCurrentSurface();
  const navigate = useNavigate();
  usePageTitle('Runs');
  // What earlier pages left is shown here, however this page was reached.
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
      <PageHeader title="Runs" parent={{ label: 'Models', to: '/$surface/models' }} />
      <ModelHistory
        surface={surface}
        onOpen={({ modelId, id }) => void go(modelId, id)}
        onRerun={async ({ modelId }, bodyText) => {
          // The form of the model begins with what this device held last.
          await cacheInput(surface, modelId, bodyText);
          await go(modelId, undefined);
        }}
      />
    </>
  );
}
