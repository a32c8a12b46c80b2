import { setImageChoice, useImageChoice } from '@/features/submit/image-choice';
import { setAfterRun, useRunHabits } from '@/features/submit/run-count';
import { ChoiceSetting } from './setting-row';

export function RunSettings() {
  const afterRun = useRunHabits((habits) => habits.afterRun);
  const choice = useImageChoice((state) => state.choice);
  return (
    <div className="divide-y divide-line">
      <ChoiceSetting
        label="After a single run"
        value={afterRun}
        options={[
          { value: 'stay', label: 'Stay in the draft' },
          { value: 'open-job', label: 'Go to the job' },
        ]}
        onChange={setAfterRun}
      />
      <ChoiceSetting
        label="Dropped images with a workflow"
        hint="When the open draft could also take the image as an input."
        value={choice ?? 'ask'}
        options={[
          { value: 'ask', label: 'Ask' },
          { value: 'input', label: 'Use as input' },
          { value: 'workflow', label: 'Open the workflow' },
        ]}
        onChange={(value) => setImageChoice(value === 'ask' ? null : value)}
      />
    </div>
  );
}
