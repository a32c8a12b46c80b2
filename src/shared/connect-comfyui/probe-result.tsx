import { Copy } from 'lucide-react';
import type { EngineChangeProblem, EngineProbe } from '@contract/console/engine-probe';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { copyText } from '../copy-text';
import { closeDialog, openDialog } from '../dialog-requests/dialogs';
import { findingText, obstacleText } from './finding-text';
import { Notice, withWholeFlags } from './notice';

interface ProbeResultProps {
  probe: EngineProbe;
  /** Instead of the name of its device, until it is connected. */
  advice?: string;
  /** Label of the button that makes it an engine. */
  action: string;
  /** True if another gateway can be added as a server of this page, which reaches it at the same address. */
  canAddServer?: boolean;
  isBusy: boolean;
  onUse: (url: string) => void;
}

/** What is at an address, with the button to use it, or why there is none. */
export function ProbeResult({ probe, advice: given, action, canAddServer = false, isBusy, onUse }: ProbeResultProps) {
  const { finding, url, isConnected, problem, hasUnreadableClasses } = probe;
  const { title, advice } = findingText(probe);
  const isServer = useSurfaceList(({ surfaces }) => surfaces.some(({ baseUrl }) => baseUrl === url));
  if (finding === 'flowdeck' && url !== null && canAddServer) {
    return (
      <Notice tone="bad" title={title} advice={isServer ? t('It is one of your servers.') : advice}>
        {isServer ? null : (
          <Button className="self-start" onClick={() => addServer(url)}>
            {t('Add as a server')}
          </Button>
        )}
      </Notice>
    );
  }
  if (finding !== 'comfyui' || url === null) return <Notice tone="bad" title={title} advice={advice} />;
  const tone = hasUnreadableClasses ? 'warn' : 'ok';
  if (isConnected) return <Notice tone={tone} title={`${title} ${t('It is connected.')}`} advice={advice} />;
  return (
    <Notice tone={tone} title={title} advice={hasUnreadableClasses ? advice : (given ?? advice)}>
      {problem === null ? (
        <Button
          tone={hasUnreadableClasses ? 'plain' : 'primary'}
          className="self-start"
          isBusy={isBusy}
          onClick={() => onUse(url)}
        >
          {action}
        </Button>
      ) : (
        <Obstacle problem={problem} />
      )}
    </Notice>
  );
}

/** The dialog of the connection, if this is in it, gives way to that of the server. */
function addServer(url: string): void {
  closeDialog('commands');
  openDialog('addServer', { url });
}

function Obstacle({ problem }: { problem: EngineChangeProblem }) {
  const { line } = problem;
  return (
    <>
      <p className="wrap-anywhere">{withWholeFlags(obstacleText(problem))}</p>
      {line === null ? null : (
        <p className="flex items-start gap-2">
          <code className="min-w-0 flex-1 rounded-md border border-line bg-canvas px-2.5 py-1.5 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
            {withWholeFlags(line)}
          </code>
          <Button
            size="icon"
            tone="ghost"
            aria-label={t('Copy this text')}
            title={t('Copy')}
            onClick={() => void copyText(line, t('Text'))}
          >
            <Copy aria-hidden />
          </Button>
        </p>
      )}
    </>
  );
}
