import { useState } from 'react';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { useRunsView } from '@/domains/model-calls/runs-store';
import type { Surface } from '@/api/surface';
import { CompareRuns } from '../compare/compare-runs';
import { RunElsewhereDialog } from './run-elsewhere-dialog';

interface RunElsewhereProps {
  surface: Surface;
  /** Model for which the input was written. */
  modelId: string;
  bodyText: string;
  /** Run of that model with this input; if absent, the model runs together with the others. */
  ran?: RunRecord;
  onClose: () => void;
}

/** Runs an input on several models: first a dialog to choose them, then a comparison of their results. */
export function RunElsewhere({ surface, modelId, bodyText, ran, onClose }: RunElsewhereProps) {
  const [ids, setIds] = useState<readonly string[] | null>(null);
  // The second dialog opens from the first one, which is already closed when the focus is restored.
  const [opener] = useState(() => document.activeElement);
  const records = useRunsView((view) => view.records);
  if (ids === null) {
    return (
      <RunElsewhereDialog
        surface={surface}
        modelId={modelId}
        bodyText={bodyText}
        hasRun={ran !== undefined}
        onStarted={(started) => setIds(ran ? [ran.id, ...started] : started)}
        onClose={onClose}
      />
    );
  }
  const runs = ids.flatMap((id) => records[id] ?? []);
  return <CompareRuns surface={surface} runs={runs} onClose={onClose} opener={opener} />;
}
