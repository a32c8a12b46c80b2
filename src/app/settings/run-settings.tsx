import { mediaChoiceSetting } from '@/features/submit/import/media-choice';
import { AFTER_RUN, afterRunSetting } from '@/features/submit/draft/runs/run-count';
import { ChoiceSetting } from './setting-row';

export function RunSettings() {
  return (
    <div className="divide-y divide-line">
      <ChoiceSetting setting={afterRunSetting} options={AFTER_RUN} />
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
