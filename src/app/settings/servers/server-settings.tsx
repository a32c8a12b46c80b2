import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ChevronDown, Ellipsis, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ListedSurface, SurfaceOrder } from '@contract/console/surfaces';
import { findSurface, LOCAL_SURFACE, type Surface } from '@/api/surface';
import { isEncrypted, lockKey, reloadWithCredentials } from '@/api/change-keys';
import { credentials } from '@/api/surfaces/direct-credentials';
import { hasGateway } from '@/api/surfaces/has-gateway';
import { orderSurfaces, removeSurface } from '@/api/surfaces/change-surfaces';
import { surfaceListQuery } from '@/api/surfaces/surface-config';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import { CapabilityTable } from '@/app/surfaces/capability-table';
import { HealthDot } from '@/app/surfaces/health-dot';
import { openSurface } from '@/app/surfaces/open-surface';
import { t } from '@/lib/i18n/messages';
import { browserOnlyNote } from '@/shared/annotations/kept-where';
import { SurfaceColorMark } from '@/shared/servers/surface-color';
import { useSurfaceHealth } from '@/app/surfaces/use-surface-health';
import { useAction } from '@/shared/feedback/use-action';
import { LazyKeyForm } from '@/shared/servers/lazy-key-form';
import { useShellSurface } from '@/shared/servers/use-current-surface';
import { Button } from '@/ui/button';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import { messageOf } from '@/lib/message-of';
import { ServerDialog } from './server-dialog';
import { KINDS } from './server-presets';
import { ShareServers } from './share-servers';

/** The servers that this console can use: the gateway of the page and the configured ones. */
export function ServerSettings() {
  useQuery(surfaceListQuery());
  const { surfaces, defaultId } = useSurfaceList();
  const [edited, setEdited] = useState<ListedSurface | 'new' | null>(null);
  const hasServer = hasGateway() || surfaces.length > 0;
  return (
    <div className="pt-3">
      <p className="mb-3 text-muted">
        {t(
          'Run the same workflows and models on another computer or at a hosted service. Each server has its own jobs, files and models.',
        )}
      </p>
      <ul aria-label={t('Servers')} className="divide-y divide-line border-y border-line empty:hidden">
        {hasGateway() ? <ServerRow surface={LOCAL_SURFACE} listed={null} defaultId={defaultId} /> : null}
        {surfaces.map((listed) => {
          const surface = findSurface(listed.id);
          return surface ? (
            <ServerRow
              key={listed.id}
              surface={surface}
              listed={listed}
              defaultId={defaultId}
              onEdit={() => setEdited(listed)}
            />
          ) : null;
        })}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button tone={hasServer ? 'plain' : 'primary'} onClick={() => setEdited('new')}>
          <Plus aria-hidden />
          {t('Add a server')}
        </Button>
        <ShareServers />
      </div>
      {edited === null ? null : (
        <ServerDialog edited={edited === 'new' ? null : edited} existing={surfaces} onClose={() => setEdited(null)} />
      )}
    </div>
  );
}

interface ServerRowProps {
  surface: Surface;
  /** `null` for the gateway of this page, which cannot be changed or removed. */
  listed: ListedSurface | null;
  defaultId: string;
  onEdit?: () => void;
}

function ServerRow({ surface, listed, defaultId, onEdit }: ServerRowProps) {
  const router = useRouter();
  const client = useQueryClient();
  const shown = useShellSurface();
  const { health, needsReload } = useSurfaceHealth(surface);
  const { surfaces } = useSurfaceList();
  const [isOpen, setOpen] = useState(false);
  const isDefault = defaultId === surface.id;
  const isUnlocked = surface.bearer !== undefined && isEncrypted(credentials, surface.id);
  const ids = surfaces.map(({ id }) => id);
  const note = surface.baseUrl === null ? null : browserOnlyNote(surface);
  const index = ids.indexOf(surface.id);

  const order = useAction({
    run: (next: SurfaceOrder) => orderSurfaces(client, next),
    failed: (error) => ({
      isOfPage: true,
      title: t('Could not change the order of the servers'),
      description: messageOf(error, t('Try again.')),
    }),
  });
  const move = (step: number) => {
    const next = ids.filter((id) => id !== surface.id);
    next.splice(index + step, 0, surface.id);
    void order.run({ ids: next, defaultId });
  };
  const remove = useAction({
    async run() {
      await removeSurface(client, surface.id);
      if (shown.id !== surface.id) return;
      if (hasGateway()) openSurface(router, LOCAL_SURFACE);
      else void router.navigate({ to: '/' });
    },
    failed: (error) => ({
      isOfPage: true,
      title: t('Could not remove {name}', { name: surface.name }),
      description: messageOf(error, t('Try again.')),
    }),
  });

  return (
    <li className="py-2">
      <div className="flex min-h-10 items-center gap-3">
        <SurfaceColorMark color={surface.color} className="h-9" />
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2 font-medium">
            <span className="truncate">{surface.name}</span>
            {isDefault ? <span className="shrink-0 text-sm font-normal text-muted">{t('default')}</span> : null}
          </p>
          <p className="flex items-center gap-2 text-sm text-muted">
            <HealthDot tone={health.tone} />
            <span className="truncate">{health.text}</span>
          </p>
          <p className="truncate text-sm text-faint">
            {listed ? `${t(KINDS[listed.kind].label)} · ${listed.baseUrl ?? listed.routerBaseUrl}` : surface.baseUrl}
          </p>
        </div>
        <Button
          tone="ghost"
          size="icon-sm"
          aria-expanded={isOpen}
          aria-label={t('What {name} can do', { name: surface.name })}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown aria-hidden className={isOpen ? 'rotate-180' : ''} />
        </Button>
        {needsReload ? (
          <Button size="sm" tone="primary" onClick={reloadWithCredentials}>
            {t('Reload')}
          </Button>
        ) : null}
        {surface.id === shown.id || needsReload ? null : (
          <Button size="sm" onClick={() => openSurface(router, surface)}>
            {t('Open')}
          </Button>
        )}
        {listed ? (
          <Button size="sm" onClick={onEdit}>
            {t('Edit')}
          </Button>
        ) : null}
        <LazyMenu
          trigger={
            <Button tone="ghost" size="icon-sm" aria-label={t('Actions for {name}', { name: surface.name })}>
              <Ellipsis aria-hidden />
            </Button>
          }
          items={[
            {
              label: t('Make default'),
              onSelect: () => void order.run({ ids, defaultId: surface.id }),
              disabledReason: isDefault ? t('It is the default already.') : null,
            },
            ...(listed
              ? [
                  {
                    label: t('Move up'),
                    onSelect: () => move(-1),
                    disabledReason: index === 0 ? t('It is the first.') : null,
                  },
                  {
                    label: t('Move down'),
                    onSelect: () => move(1),
                    disabledReason: index === ids.length - 1 ? t('It is the last.') : null,
                  },
                  ...(isUnlocked
                    ? [{ label: t('Lock the key'), onSelect: () => lockKey(credentials, surface.id) }]
                    : []),
                  { label: t('Remove'), tone: 'danger' as const, onSelect: () => void remove.run() },
                ]
              : []),
          ]}
        />
      </div>
      {surface.isLocked && !needsReload ? <LazyKeyForm surface={surface} /> : null}
      {isOpen ? (
        <div className="mt-2 mb-3">
          <CapabilityTable surface={surface} />
          {note ? <p className="mt-2 text-sm text-muted">{note}</p> : null}
        </div>
      ) : null}
    </li>
  );
}
