import type { ListedJob, Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { JobRating } from '@/shared/annotations/job-rating';
import { InputsPaneButton, useInputsPane, WithInputs } from './inputs-pane';
import { LightboxFrame } from './lightbox-frame';
import { OutputView } from './output-view';

interface LightboxProps {
  surface: Surface;
  job: ListedJob;
  /** Title of the job. */
  title: string;
  outputs: readonly Output[];
  current: Output;
  onChoose: (output: Output) => void;
  onClose: () => void;
}

/** The current output of a job in the full window, with the inputs that made it. */
export function Lightbox({ surface, job, title, outputs, current, onChoose, onClose }: LightboxProps) {
  const pane = useInputsPane();
  return (
    <LightboxFrame
      count={outputs.length}
      index={outputs.findIndex(({ id }) => id === current.id)}
      onChoose={(index) => {
        const next = outputs[index];
        if (next) onChoose(next);
      }}
      onClose={onClose}
      marks={<JobRating surface={surface} job={job} isInDialog className="mr-2" />}
      action={<InputsPaneButton pane={pane} />}
    >
      <WithInputs pane={pane} surface={surface} jobId={job.id} title={title}>
        <OutputView key={current.id} surface={surface} job={job} output={current} isInDialog />
      </WithInputs>
    </LightboxFrame>
  );
}
