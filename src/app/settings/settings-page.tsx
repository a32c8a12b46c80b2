import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { ConnectionDetails } from '@/app/connection/connection-details';
import { StoredData } from '@/app/device-data/stored-data';
import { Diagnostics } from './diagnostics';
import { t } from '@/lib/i18n/messages';
import { PageHeader } from '@/shared/page/page-header';
import { useShellSurface } from '@/shared/servers/use-current-surface';
import { usePageTitle } from '@/shared/page/use-page-title';
import { AppearanceSettings, DownloadSettings, KeyboardSettings, NotificationSettings, RunSettings } from './sections';
import { ProviderKeySettings } from './provider-key-settings';
import { ServerSettings } from './servers/server-settings';
import { WebhookSettings } from './webhook-settings';
import { SETTINGS_SECTIONS, type SettingsSection } from './section-list';

const CONTENT: Readonly<Record<SettingsSection, () => ReactNode>> = {
  appearance: () => <AppearanceSettings />,
  running: () => <RunSettings />,
  notifications: () => <NotificationSettings />,
  webhook: () => <WebhookSettings />,
  keyboard: () => <KeyboardSettings />,
  downloads: () => <DownloadSettings />,
  servers: () => <ServerSettings />,
  providers: () => <ProviderKeySettings />,
  connection: () => <ConnectionDetails />,
  storage: () => <StoredData />,
  diagnostics: () => <Diagnostics />,
};

/** Everything that can be set, on one page; menus and dialogs link to its sections. */
export function SettingsPage() {
  usePageTitle(t('Settings'));
  const { name } = useShellSurface();
  const hash = useLocation({ select: (location) => location.hash });
  useShownSection(hash);
  return (
    <>
      <PageHeader title={t('Settings')} />
      <div className="relative min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto grid max-w-[1040px] gap-x-12 px-4 md:grid-cols-[160px_minmax(0,1fr)] md:px-8">
          <nav aria-label={t('Sections')} className="sticky top-0 self-start py-6 max-md:hidden">
            <ul className="flex flex-col gap-0.5">
              {SETTINGS_SECTIONS.map(([id, title]) => (
                <li key={id}>
                  <Link
                    to="/$surface/settings"
                    from="/$surface"
                    hash={id}
                    activeOptions={{ includeHash: true }}
                    className="flex h-8 items-center rounded-md px-2 text-muted hover:bg-hover hover:text-text data-[status=active]:bg-hover data-[status=active]:font-medium data-[status=active]:text-text"
                  >
                    {t(title)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="min-w-0 pt-1 pb-16">
            {SETTINGS_SECTIONS.map(([id, title]) => (
              <section key={id} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-2 pt-5 last:min-h-[75dvh]">
                <h2 id={`${id}-title`} tabIndex={-1} className="mb-1 text-lg font-semibold outline-none">
                  {t(title)}
                </h2>
                {id === 'connection' ? <p className="mb-2 text-muted">{name}</p> : null}
                <div className="border-t border-line pt-1">{CONTENT[id]()}</div>
              </section>
            ))}
          </div>
        </div>
      </div>
    </>
  );
}

/** Scrolls the section of the URL into view; once the page is open, also moves the focus to it. */
function useShownSection(hash: string): void {
  const isOpen = useRef(false);
  useEffect(() => {
    const wasOpen = isOpen.current;
    isOpen.current = true;
    if (!SETTINGS_SECTIONS.some(([id]) => id === hash)) return;
    document.getElementById(hash)?.scrollIntoView();
    if (wasOpen) document.getElementById(`${hash}-title`)?.focus({ preventScroll: true });
  }, [hash]);
}
