import { Link } from '@tanstack/react-router';
import { Bell, ChevronRight, FileInput, HardDrive, Inbox, Plug, Server, Settings, Terminal } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '@/lib/i18n/messages';
import { chooseImport } from '@/shared/dialog-requests/import-request';
import { Dialog } from '@/ui/overlay/dialog';
import { useAreNoticesOn } from './notifications/notice-setting';
import { useShellSurface } from '@/shared/servers/use-current-surface';
import { openCommandView, type CommandViewProps } from '@/shared/dialog-requests/command-view';
import { useOpenCount } from './outbox/outbox-button';
import type { SettingsSection } from './settings/section-list';
import { HealthDot } from './surfaces/health-dot';
import { useSurfaceHealth } from './surfaces/use-surface-health';

/** On a phone: sidebar entries that do not fit into the bottom bar. */
export function MoreSheet({ onClose }: CommandViewProps) {
  const surface = useShellSurface();
  const { health } = useSurfaceHealth(surface);
  const open = useOpenCount();
  const areNoticesOn = useAreNoticesOn();
  return (
    <Dialog isOpen onOpenChange={onClose} size="bottom" title={t('More')} description={null}>
      <ul className="-mx-2 flex flex-col">
        <Entry icon={<Terminal />} label={t('Commands')} onSelect={() => openCommandView('palette')} />
        {open > 0 ? (
          <Entry icon={<Inbox />} label={t('Outbox')} onSelect={() => openCommandView('outbox')}>
            <span className="text-warn">{t('{count} open', { count: open })}</span>
          </Entry>
        ) : null}
        <Entry icon={<Plug />} label={t('Connection')} onSelect={() => openCommandView('connection')}>
          <HealthDot tone={health.tone} />
          {health.text}
        </Entry>
        <Entry icon={<Server />} label={t('Servers')} section="servers" onSelect={onClose}>
          {surface.name}
        </Entry>
        <Entry
          icon={<FileInput />}
          label={t('Import jobs…')}
          onSelect={() => {
            onClose();
            chooseImport();
          }}
        />
        <Entry icon={<Bell />} label={t('Notifications')} section="notifications" onSelect={onClose}>
          {areNoticesOn ? t('on') : t('off')}
        </Entry>
        <Entry icon={<HardDrive />} label={t('Stored data')} section="storage" onSelect={onClose} />
        <Entry icon={<Settings />} label={t('Settings')} section="appearance" onSelect={onClose} />
      </ul>
    </Dialog>
  );
}

interface EntryProps {
  icon: ReactNode;
  label: string;
  /** Settings section; absent: an overlay. */
  section?: SettingsSection;
  onSelect: () => void;
  /** Status shown beside the entry. */
  children?: ReactNode;
}

const ENTRY =
  'flex h-12 w-full items-center gap-3 rounded-md px-2 text-left text-text hover:bg-hover [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-muted';

function Entry({ icon, label, section, onSelect, children }: EntryProps) {
  const surface = useShellSurface();
  const content = (
    <>
      {icon}
      {label}
      <span className="ml-auto flex min-w-0 items-center gap-2 truncate text-sm text-muted">{children}</span>
      <ChevronRight aria-hidden />
    </>
  );
  return (
    <li>
      {section ? (
        <Link
          to="/$surface/settings"
          params={{ surface: surface.id }}
          hash={section}
          className={ENTRY}
          onClick={onSelect}
        >
          {content}
        </Link>
      ) : (
        <button type="button" className={ENTRY} onClick={onSelect}>
          {content}
        </button>
      )}
    </li>
  );
}
