import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sessionQuery, signOut } from '@/api/session';
import { LOCAL_SURFACE } from '@/api/surface';
import { gatewayStatusQuery, isComfyuiHere } from '@/domains/gateway/gateway-status';
import { useQueue } from '@/domains/gateway/use-queue';
import type { SettingsSection } from '@/app/settings/section-list';
import { openAction } from '@/features/jobs/selection/selection-store';
import { densitySetting } from '@/features/jobs/view/list-view';
import { t } from '@/lib/i18n/messages';
import { themeSetting } from '@/lib/theme';
import { timeZoneSetting } from '@/lib/time-zone';
import { interceptKeys } from '@/shared/commands/key-listener';
import { keysOf } from '@/shared/commands/keymap';
import type { CommandHandler } from '@/shared/commands/mounted-commands';
import { useCommands } from '@/shared/commands/use-commands';
import { openDialog } from '@/shared/dialog-requests/dialogs';
import { chooseImport } from '@/shared/dialog-requests/import-request';
import { runAction, runActionWith } from '@/shared/feedback/action';
import { pauseAction } from '@/shared/queue/pause-queue';
import { useShellSurface } from '@/shared/servers/use-current-surface';
import { messageOf } from '@/lib/message-of';
import {
  addTyped,
  isPaletteFocusPending,
  openCommandView,
  openedCommandView,
} from '@/shared/dialog-requests/command-view';

/** Registers the commands that the shell provides on every page. */
export function useShellCommands(): void {
  const router = useRouter();
  const queryClient = useQueryClient();
  const surface = useShellSurface();
  const { id } = surface;
  const queue = useQueue(surface);
  const params = { surface: id };
  const goToJobs = (status?: string) =>
    void router.navigate({ to: '/$surface/jobs', params, search: status ? { status } : {} });
  const openSettings = (section?: SettingsSection) =>
    void router.navigate({ to: '/$surface/settings', params, ...(section ? { hash: section } : {}) });
  const pauseCommand = (isPaused: boolean): CommandHandler => ({
    run: () => void runActionWith(pauseAction(queryClient, surface), isPaused),
    isAvailable: () => queue !== null && (queue.state === 'paused') !== isPaused,
  });
  useCommands(
    {
      'go-jobs': () => goToJobs(),
      'go-running': () => goToJobs('running'),
      'go-failed': () => goToJobs('failed'),
      'go-submit': () => void router.navigate({ to: '/$surface/submit', params }),
      'go-assets': () => void router.navigate({ to: '/$surface/assets', params }),
      'go-batches': () => void router.navigate({ to: '/$surface/batches', params }),
      'go-models': () => void router.navigate({ to: '/$surface/models', params }),
      'go-outbox': () => openCommandView('outbox'),
      'go-settings': () => openSettings(),
      notifications: () => openSettings('notifications'),
      'comfy-templates': {
        run: () => openDialog('templates', { surface }),
        isAvailable: () => isComfyuiHere(queryClient.getQueryData(gatewayStatusQuery(surface).queryKey)),
      },
      'prompt-history': () => openDialog('prompts', true),
      snippets: () => openDialog('snippets', { kind: 'snippet' }),
      'wildcard-lists': () => openDialog('snippets', { kind: 'wildcard' }),
      'stored-data': () => openSettings('storage'),
      connection: () => openCommandView('connection'),
      palette: () => openCommandView(openedCommandView() === 'palette' ? null : 'palette'),
      help: () => openCommandView('sheet'),
      // Without a search field the browser handles the key: Firefox uses it for its own search.
      search: { run: focusSearch, isAvailable: () => searchField() !== undefined },
      import: chooseImport,
      'clear-queue': () => {
        goToJobs('queued');
        openAction('clear_queue');
      },
      'pause-queue': pauseCommand(true),
      'resume-queue': pauseCommand(false),
      'sign-out': {
        run() {
          void runAction({
            run: () => signOut(LOCAL_SURFACE),
            failed: (error) => ({ title: t('Could not sign out'), description: messageOf(error) }),
            stale: [queryClient, LOCAL_SURFACE, 'signOut'],
          });
        },
        isAvailable() {
          const session = queryClient.getQueryData(sessionQuery(LOCAL_SURFACE).queryKey);
          return session?.needsToken === true && session.isSignedIn;
        },
      },
      'theme-system': () => themeSetting.set('system'),
      'theme-dark': () => themeSetting.set('dark'),
      'theme-light': () => themeSetting.set('light'),
      'density-comfortable': () => densitySetting.set('comfortable'),
      'density-compact': () => densitySetting.set('compact'),
      'times-local': () => timeZoneSetting.set('local'),
      'times-utc': () => timeZoneSetting.set('utc'),
    },
    { isFirst: true, mayTakeChords: () => !isOtherLayerOpen() },
  );
  // Text typed before the palette has loaded is meant for it.
  useEffect(() => interceptKeys(keepForPalette), []);
}

/** Captures keys for the palette while its code or its focus is pending. */
function keepForPalette(event: KeyboardEvent, name: string | null): boolean {
  if (!isPaletteFocusPending() || name === null || event.repeat) return false;
  if (keysOf('palette').includes(name)) return false;
  event.preventDefault();
  if (name === 'Escape') openCommandView(null);
  else if (event.key.length === 1 && !name.startsWith('mod+')) addTyped(event.key);
  return true;
}

/** Returns true if another dialog of the page is open, which the palette would cover. */
function isOtherLayerOpen(): boolean {
  return openedCommandView() === null && document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

function focusSearch(): void {
  const field = searchField();
  field?.focus();
  field?.select();
}

function searchField(): HTMLInputElement | undefined {
  const fields = document.querySelectorAll<HTMLInputElement>('main input[type="search"]:enabled');
  return [...fields].find((field) => field.checkVisibility());
}
