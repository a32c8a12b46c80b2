import { useNavigate } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { useCurrentSurface } from '@/shared/servers/use-current-surface';
import { OptionsMenu } from '@/ui/overlay/options-menu';
import { selectTrigger } from '@/ui/input/select-trigger';
import { MIN_DURATIONS, type JobsSearch } from '../filters/jobs-search';
import { useHasSeveralEngines } from '../job/use-job-engine';
import { MIN_DURATION_TEXT } from '../filters/min-duration-text';
import { JOB_COLUMNS } from './job-columns';
import { COLUMNS, densitySetting, layoutSetting, toggleColumn, useListView, type Column } from '../view/list-view';

interface ViewMenuProps {
  search: JobsSearch;
  onChange: (change: JobsSearch) => void;
  isSmall: boolean;
  isCard: boolean;
}

/** Menu for how this browser shows the list, and below that for which runs are shown. */
export function ViewMenu({ search, onChange, isSmall, isCard }: ViewMenuProps) {
  const { layout, density, columns } = useListView();
  const navigate = useNavigate();
  const hasSeveral = useHasSeveralEngines(useCurrentSurface());
  const isOffered = (column: Column) => column !== 'engine' || hasSeveral || columns.includes(column);
  return (
    <OptionsMenu
      trigger={
        <button
          type="button"
          aria-label={t('View')}
          title={t('View')}
          className={classNames(
            selectTrigger({ tone: search.ran ? 'set' : isSmall ? 'field' : 'quiet', isIcon: true }),
            '[&>svg]:size-4',
          )}
        >
          <SlidersHorizontal aria-hidden />
        </button>
      }
      link={{
        label: t('Time zone and other settings'),
        onSelect: () => void navigate({ from: '/$surface', to: '/$surface/settings', hash: 'appearance' }),
      }}
      sections={[
        {
          label: t('Layout'),
          isOneOf: true,
          options: [
            { label: t('List'), isOn: layout === 'rows', onChoose: () => layoutSetting.set('rows') },
            { label: t('Wall'), isOn: layout === 'wall', onChoose: () => layoutSetting.set('wall') },
          ],
        },
        ...(layout === 'wall'
          ? []
          : [
              {
                label: t('Rows'),
                isOneOf: true,
                options: [
                  {
                    label: t('Comfortable'),
                    isOn: density === 'comfortable',
                    onChoose: () => densitySetting.set('comfortable'),
                  },
                  { label: t('Compact'), isOn: density === 'compact', onChoose: () => densitySetting.set('compact') },
                ],
              },
            ]),
        ...(isCard || layout === 'wall'
          ? []
          : [
              {
                label: t('Columns'),
                isOneOf: false,
                options: COLUMNS.filter(isOffered).map((column) => ({
                  label: t(JOB_COLUMNS[column].inMenu ?? JOB_COLUMNS[column].head),
                  isOn: columns.includes(column),
                  onChoose: () => toggleColumn(column),
                })),
              },
            ]),
        {
          label: t('Minimum run time'),
          isOneOf: true,
          options: [
            { label: t('Any time'), isOn: search.ran === undefined, onChoose: () => onChange({ ran: undefined }) },
            ...MIN_DURATIONS.map((ran) => ({
              label: t(MIN_DURATION_TEXT[ran]),
              isOn: search.ran === ran,
              onChoose: () => onChange({ ran }),
            })),
          ],
        },
      ]}
    />
  );
}
