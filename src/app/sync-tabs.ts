import { CAPABILITIES_KEY, rereadCapabilities } from '@/api/surfaces/capability-record';
import { rereadSurfaceList, SURFACE_LIST_KEY } from '@/api/surfaces/surface-list';
import { takeListChoice } from '@/features/jobs/view/change-list-view';
import { applyStoredKeymap } from '@/shared/shortcuts/keymap';
import { applyTheme, THEME_KEY } from '@/lib/theme';

/** How things look is one choice for all tabs: what is chosen in another holds here, too. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === THEME_KEY) applyTheme(newValue === 'dark' || newValue === 'light' ? newValue : 'system');
    else if (key === SURFACE_LIST_KEY) rereadSurfaceList();
    else if (key === CAPABILITIES_KEY) rereadCapabilities();
    else {
      takeListChoice(key, newValue);
      applyStoredKeymap(key, newValue);
    }
  });
}
