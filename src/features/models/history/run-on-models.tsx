import { useState } from 'react';
import type { RunRecord } from '@/api/runs/run-record';
import { useRunsView } from '@/api/runs/runs-store';
import type { Surface } from '@/api/surface';
import { CompareRuns } from './compare-runs';
import { RunElsewhereDialog } from './run-elsewhere-dialog';

interface RunElsewhereProps {
  surface: Surface;
  /** The model that the input was written for. */
  modelId: string;
  bodyText: string;
  /** A run of that model with this input; without one it is run along with the others. */
  ran?: RunRecord;
  onClose: () => void;
}

/** Run on multiple models: first the choice of them, then their results side by side as they come. */
export function RunElsewhere({ surface, modelId, bodyText, ran, onClose }: RunElsewhereProps) {
  const [ids, setIds] = useState<readonly string[] | null>(null);
  // The second dialog is opened from the first, which is gone by the time the focus goes back.
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
