import { useQuery } from '@tanstack/react-query';
import { LayoutTemplate, Plug, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Surface } from '@/api/surface';
import { gatewayStatusQuery, isComfyuiHere, lostComfyui } from '@/domains/gateway/gateway-status';
import { IS_DEMO } from '@/lib/host-kind';
import { t } from '@/lib/i18n/messages';
import { openDialog } from '@/shared/dialog-requests/dialogs';
import { Button } from '@/ui/button';

/** Leads to the templates of the connected ComfyUI, or to connecting one; nothing on other servers and in the demo. */
export function ComfyuiRow({ surface }: { surface: Surface }) {
  const { data } = useQuery(gatewayStatusQuery(surface));
  if (isComfyuiHere(data)) {
    return (
      <Row
        icon={LayoutTemplate}
        title={t('ComfyUI templates')}
        action={<Button onClick={() => openDialog('templates', { surface })}>{t('Browse templates')}</Button>}
      >
        {t('Workflows by task and model, with example images, from the ComfyUI that is connected.')}
      </Row>
    );
  }
  // Not yet looked for.
  if (!data || data.engine.comfyui?.state === 'unknown' || IS_DEMO) return null;
  const lost = lostComfyui(data);
  if (lost) {
    return (
      <Row
        icon={Plug}
        title={t('ComfyUI does not respond')}
        action={<Button onClick={() => openDialog('commands', 'connection')}>{t('Connection')}</Button>}
      >
        {t('Start it at {address}, and Flowdeck reconnects. Until then, its jobs wait.', { address: lost.url })}
      </Row>
    );
  }
  return (
    <Row
      icon={Plug}
      title={t('ComfyUI is not connected')}
      action={<Button onClick={() => openDialog('commands', 'connection')}>{t('Connect ComfyUI')}</Button>}
    >
      {t('With it, workflows run with your models and node packs, and its templates can be browsed here.')}
    </Row>
  );
}

interface RowProps {
  icon: LucideIcon;
  title: string;
  children: string;
  action: ReactNode;
}

function Row({ icon: Icon, title, children, action }: RowProps) {
  return (
    <section
      aria-labelledby="home-comfyui"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-line bg-panel px-4 py-3.5"
    >
      <Icon aria-hidden className="size-5 shrink-0 text-muted max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-60">
        <h2 id="home-comfyui" className="font-semibold">
          {title}
        </h2>
        <p className="text-sm text-muted">{children}</p>
      </div>
      {action}
    </section>
  );
}
