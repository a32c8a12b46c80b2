import { useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { searchForValues } from './search-for-values';
import type { OfferForValues } from './value-actions';

/** Offers the search for values: in the gallery if that is the page, else in the job list. */
export function useFindValues(): (surface: Surface) => OfferForValues {
  const router = useRouter();
  return (surface) => (_name, values) => {
    const q = surface.baseUrl === null ? null : searchForValues(values);
    if (q === null) return null;
    const params = { surface: surface.id };
    const isInGallery = router.matchRoute({ to: '/$surface/assets', params }) !== false;
    const to = isInGallery ? '/$surface/assets' : '/$surface/jobs';
    return {
      label: isInGallery ? t('Find files with this value') : t('Find jobs with this value'),
      icon: <Search aria-hidden />,
      onSelect: () => void router.navigate({ to, params, search: { q } }),
    };
  };
}
