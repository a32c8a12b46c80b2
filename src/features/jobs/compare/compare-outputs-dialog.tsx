import type { Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { useCommands } from '@/shared/commands/use-commands';
import { CompareDialog } from '@/shared/compare/compare-dialog';
import type { CompareMode } from '@/shared/compare/compare-model';
import { nextRight, positionNames, withPosition, type Compared } from './compare-model';
import { ComparePositions } from './compare-positions';
import { comparedOutput } from './compared-output';

interface CompareOutputsDialogProps {
  surface: Surface;
  outputs: readonly Output[];
  compared: Compared;
  mode: CompareMode;
  onChange: (compared: Compared, mode: CompareMode) => void;
  onClose: () => void;
}

/** Dialog that compares outputs of the job. */
export function CompareOutputsDialog(props: CompareOutputsDialogProps) {
  const { surface, outputs, compared, mode, onChange, onClose } = props;
  const names = positionNames(compared.length);
  const step = (by: 1 | -1) => {
    const right = nextRight(outputs, compared, by);
    if (right) onChange(withPosition(compared, 1, right), mode);
  };
  useCommands({ 'output-next': () => step(1), 'output-previous': () => step(-1) }, { isInDialog: true });
  return (
    <CompareDialog
      title={t('Compare')}
      items={compared.map((output, at) => ({
        key: names[at] ?? output.id,
        label: names[at] ?? '',
        head: null,
        file: comparedOutput(surface, output),
        instead: null,
      }))}
      mode={mode}
      onModeChange={(next) => onChange(compared, next)}
      toolbar={<ComparePositions outputs={outputs} compared={compared} onChange={(next) => onChange(next, mode)} />}
      onClose={onClose}
    />
  );
}
