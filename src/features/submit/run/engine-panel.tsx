import { useQuery } from '@tanstack/react-query';
import { Unplug } from 'lucide-react';
import { useEffect } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import { t } from '@/lib/i18n/messages';
import { LazyConnectComfyui } from '@/shared/connect-comfyui/lazy-connect-comfyui';
import { useEditor, useSession } from '../draft/session/session-context';

/** While the panel is open, a ComfyUI that was just started is detected within seconds. */
const POLL_MS = 2000;

/**
 * Shown while the workflow has classes that only ComfyUI can provide: their names, where they were searched for, and what to do.
 */
export function EnginePanel() {
  const missing = useEditor(useShallow((state) => state.missingClasses));
  return missing.length === 0 ? null : <MissingClasses names={missing} />;
}

function MissingClasses({ names }: { names: readonly string[] }) {
  const { surface, saving } = useSession();
  const { data } = useQuery({ ...gatewayStatusQuery(surface), refetchInterval: POLL_MS });
  const isKnown = data !== undefined;
  // The panel says that the draft is saved. Runs once the status is known, since classes are briefly missing before.
  useEffect(() => {
    if (isKnown) saving.keep();
  }, [saving, isKnown]);
  return (
    <section
      aria-labelledby="engine-panel"
      className="flex flex-col gap-3 rounded-xl border border-warn bg-warn-soft px-4 py-3.5"
    >
      <h2 id="engine-panel" className="flex items-center gap-2 font-semibold">
        <Unplug aria-hidden className="size-4 shrink-0 text-warn" />
        {t('{count, plural, one {# node class needs} other {# node classes need}} ComfyUI, which is not connected', {
          count: names.length,
        })}
      </h2>
      <ul aria-label={t('Node classes that need ComfyUI')} className="flex flex-wrap gap-1.5">
        {names.map((name) => (
          <li
            key={name}
            className="rounded-md border border-line bg-panel px-1.5 py-0.5 font-mono text-sm wrap-anywhere"
          >
            {name}
          </li>
        ))}
      </ul>
      {data ? <LazyConnectComfyui surface={surface} comfyui={data.engine.comfyui ?? null} /> : null}
      <p className="text-sm text-muted">
        {t('This draft is saved. It can run as soon as ComfyUI is connected; there is nothing to reload.')}
      </p>
    </section>
  );
}
