import { useNavigate } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { classNames } from '@/lib/class-names';
import { useCurrentSurface } from '@/shared/use-current-surface';
import { OptionsMenu } from '@/ui/options-menu';
import { selectTrigger } from '@/ui/select-trigger';
import { RANS, type JobsSearch } from '../jobs-search';
import { useHasSeveralEngines } from '../use-job-engine';
import { RAN_WORDS } from '../min-duration-text';
import { setDensity, toggleColumn } from './change-list-view';
import { COLUMNS, useListView, type Column } from './list-view';

const COLUMN_WORDS: Record<Column, string> = {
  progress: 'Progress',
  wait: 'Wait',
  run: 'Run time',
  engine: 'Engine',
  age: 'Submitted (relative)',
  time: 'Submitted (date and time)',
};

interface ViewMenuProps {
  search: JobsSearch;
  onChange: (change: JobsSearch) => void;
  isSmall: boolean;
  isCard: boolean;
}

/** How the list looks in this browser, and below that which runs it leaves out. */
export function ViewMenu({ search, onChange, isSmall, isCard }: ViewMenuProps) {
  const { density, columns } = useListView();
  const navigate = useNavigate();
  const hasSeveral = useHasSeveralEngines(useCurrentSurface());
  const isOffered = (column: Column) => column !== 'engine' || hasSeveral || columns.includes(column);
  return (
    <OptionsMenu
      trigger={
        <button
          type="button"
          aria-label="View"
          title="View"
          className={classNames(
            selectTrigger({ tone: search.ran ? 'set' : isSmall ? 'field' : 'quiet', isIcon: true }),
            '[&>svg]:size-4',
          )}
        >
          <SlidersHorizontal aria-hidden />
        </button>
      }
      link={{
        label: 'Time zone and other settings',
        onSelect: () => void navigate({ from: '/$surface', to: '/$surface/settings', hash: 'appearance' }),
      }}
      sections={[
        {
          label: 'Rows',
          isOneOf: true,
          options: [
            { label: 'Comfortable', isOn: density === 'comfortable', onChoose: () => setDensity('comfortable') },
            { label: 'Compact', isOn: density === 'compact', onChoose: () => setDensity('compact') },
          ],
        },
        ...(isCard
          ? []
          : [
              {
                label: 'Columns',
                isOneOf: false,
                options: COLUMNS.filter(isOffered).map((column) => ({
                  label: COLUMN_WORDS[column],
                  isOn: columns.includes(column),
                  onChoose: () => toggleColumn(column),
                })),
              },
            ]),
        {
          label: 'Minimum run time',
          isOneOf: true,
          options: [
            { label: 'Any time', isOn: search.ran === undefined, onChoose: () => onChange({ ran: undefined }) },
            ...RANS.map((ran) => ({
              label: RAN_WORDS[ran],
              isOn: search.ran === ran,
              onChoose: () => onChange({ ran }),
            })),
          ],
        },
      ]}
    />
  );
}
