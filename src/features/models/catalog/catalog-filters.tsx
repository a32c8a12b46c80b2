import { Building2, ShieldQuestionMark, Shapes } from 'lucide-react';
import { formatInteger } from '@/lib/format';
import { Select, type SelectOption } from '@/ui/input/select';
import type { ProviderCount } from './catalog-model';
import { MODALITIES, type CatalogSearch, type Charge, type Modality } from './catalog-search';

const ALL = '*';

const REFUSALS: readonly SelectOption[] = [
  { value: ALL, label: 'Any billing' },
  { value: 'no', label: 'Refusals are free' },
  { value: 'yes', label: 'Refusals cost money' },
  { value: 'maybe', label: 'Refusals may cost money' },
];

const MAKES: readonly SelectOption[] = [
  { value: ALL, label: 'Any output' },
  ...MODALITIES.map((value) => ({ value, label: `Output: ${value === '3d' ? '3D' : value}` })),
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
    { value: ALL, label: 'All providers' },
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
        aria-label="Provider"
        icon={<Building2 aria-hidden />}
        tone={search.provider ? 'set' : typical}
        isIcon={isSmall}
        className={className}
        value={search.provider ?? ALL}
        options={providerOptions}
        onValueChange={(value) => onChange({ provider: chosen(value) })}
      />
      <Select
        aria-label="Output"
        icon={<Shapes aria-hidden />}
        tone={search.makes ? 'set' : typical}
        isIcon={isSmall}
        className={className}
        value={search.makes ?? ALL}
        options={MAKES}
        onValueChange={(value) => onChange({ makes: chosen(value) as Modality | undefined })}
      />
      <Select
        aria-label="Billing of refusals"
        icon={<ShieldQuestionMark aria-hidden />}
        tone={search.refusal ? 'set' : typical}
        isIcon={isSmall}
        className={className}
        value={search.refusal ?? ALL}
        options={REFUSALS}
        onValueChange={(value) => onChange({ refusal: chosen(value) as Charge | undefined })}
      />
    </>
  );
}
