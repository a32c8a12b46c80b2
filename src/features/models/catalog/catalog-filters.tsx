import { Building2, ShieldQuestionMark, Shapes } from 'lucide-react';
import { formatInteger } from '@/lib/format';
import { msg, t } from '@/lib/i18n/messages';
import { Select } from '@/ui/input/select';
import type { ProviderCount } from './catalog-model';
import { modalityText } from '../modality-text';
import { MODALITIES, type CatalogSearch, type Charge, type Modality } from './catalog-search';

const ALL = '*';

const REFUSALS = [
  { value: ALL, label: msg('Any billing') },
  { value: 'no', label: msg('Refusals are free') },
  { value: 'yes', label: msg('Refusals cost money') },
  { value: 'maybe', label: msg('Refusals may cost money') },
];

interface CatalogFiltersProps {
  search: CatalogSearch;
  providers: readonly ProviderCount[];
  onChange: (change: CatalogSearch) => void;
  /** Whether the filters are icon buttons, to save space. */
  isSmall: boolean;
}

export function CatalogFilters({ search, providers, onChange, isSmall }: CatalogFiltersProps) {
  const providerOptions = [
    { value: ALL, label: t('All providers') },
    ...providers.map(({ provider, count }) => ({ value: provider, label: `${provider} (${formatInteger(count)})` })),
  ];
  // The URL may name an option that is not loaded yet.
  if (search.provider && !providers.some(({ provider }) => provider === search.provider)) {
    providerOptions.push({ value: search.provider, label: search.provider });
  }
  const typical = isSmall ? 'field' : 'quiet';
  const className = isSmall ? undefined : 'md:w-auto md:max-w-56';
  // The casts below are safe: `Select` only passes values of its options.
  const chosen = (value: string) => (value === ALL ? undefined : value);
  return (
    <>
      <Select
        aria-label={t('Provider')}
        icon={<Building2 aria-hidden />}
        tone={search.provider ? 'set' : typical}
        isIcon={isSmall}
        className={className}
        value={search.provider ?? ALL}
        options={providerOptions}
        onValueChange={(value) => onChange({ provider: chosen(value) })}
      />
      <Select
        aria-label={t('Output')}
        icon={<Shapes aria-hidden />}
        tone={search.makes ? 'set' : typical}
        isIcon={isSmall}
        className={className}
        value={search.makes ?? ALL}
        options={[
          { value: ALL, label: t('Any output') },
          ...MODALITIES.map((value) => ({
            value,
            label: t('Output: {modality}', { modality: modalityText(value) }),
          })),
        ]}
        onValueChange={(value) => onChange({ makes: chosen(value) as Modality | undefined })}
      />
      <Select
        aria-label={t('Billing of refusals')}
        icon={<ShieldQuestionMark aria-hidden />}
        tone={search.refusal ? 'set' : typical}
        isIcon={isSmall}
        className={className}
        value={search.refusal ?? ALL}
        options={REFUSALS.map(({ value, label }) => ({ value, label: t(label) }))}
        onValueChange={(value) => onChange({ refusal: chosen(value) as Charge | undefined })}
      />
    </>
  );
}
