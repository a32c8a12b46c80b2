import { mediaChoiceSetting } from '@/features/submit/import/media-choice';
import { afterRunSetting } from '@/features/submit/run/run-count';
import { ChoiceSetting } from './setting-row';

export function RunSettings() {
  return (
    <div className="divide-y divide-line">
      <ChoiceSetting
        setting={afterRunSetting}
        options={[
          { value: 'stay', label: 'Stay in the draft' },
          { value: 'job', label: 'Go to the job' },
        ]}
      />
      <ChoiceSetting
        setting={mediaChoiceSetting}
        hint="If the open draft can also use the file as an input."
        options={[
          { value: 'ask', label: 'Ask' },
          { value: 'input', label: 'Use as input' },
          { value: 'workflow', label: 'Open the workflow' },
        ]}
      />
    </div>
  );
}
