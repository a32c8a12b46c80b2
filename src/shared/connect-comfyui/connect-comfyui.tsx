import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ComfyuiConnection } from '@contract/console/gateway-status';
import type { EngineProbe } from '@contract/console/engine-probe';
import { isApiError } from '@/api/api-error';
import { LOCAL_SURFACE, type Surface } from '@/api/surface';
import { isUnsupported } from '@/api/surfaces/offered-operations';
import { addEngine, findEngines, probeEngine } from '@/domains/gateway/engines';
import { checkComfyui } from '@/domains/gateway/gateway-status';
import { IS_DEMO } from '@/lib/host-kind';
import { t } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { TextInput } from '@/ui/input/text-input';
import { announce } from '../feedback/announce';
import { failureMessages } from '../servers/server-advice';
import { comfyuiName, INVALID_ADDRESS } from './finding-text';
import { Notice } from './notice';
import { ProbeResult } from './probe-result';

export interface ConnectComfyuiProps {
  surface: Surface;
  /** The ComfyUI that the gateway looks for; `null`: none. */
  comfyui: ComfyuiConnection | null;
}

/** What the last action found. `several`: on the gateway's machine. */
type Outcome = { kind: 'probe'; probe: EngineProbe } | { kind: 'several'; engines: readonly EngineProbe[] };

/** Connects a ComfyUI by its address: finds it, tests it, and makes it an engine of the gateway. */
export function ConnectComfyui(props: ConnectComfyuiProps) {
  if (IS_DEMO)
    return <p>{t('This demo runs in the browser and reaches no ComfyUI. Install Flowdeck to connect yours.')}</p>;
  return <Form {...props} />;
}

function Form({ surface, comfyui }: ConnectComfyuiProps) {
  const client = useQueryClient();
  const id = useId();
  const [address, setAddress] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const test = useMutation({
    mutationFn: async (typed: string) => {
      const probe = await probeEngine(surface, typed);
      // The gateway looks for it every few seconds; now it is known to be there.
      if (probe.isConnected) await checkComfyui(surface, client);
      return probe;
    },
    onSuccess: (probe) => setOutcome({ kind: 'probe', probe }),
  });
  const find = useMutation({
    mutationFn: () => findEngines(surface),
    onSuccess: (engines) => {
      const [first, ...others] = engines;
      if (first?.url && others.length === 0) choose(first.url);
      else setOutcome({ kind: 'several', engines });
    },
  });
  const add = useMutation({
    mutationFn: (url: string) => addEngine(surface, client, url),
    onSuccess: (probe) => {
      setOutcome({ kind: 'probe', probe });
      if (probe.isConnected) announce(t('{name} is connected', { name: comfyuiName(probe) }));
    },
  });
  const actions = [test, find, add];
  const isBusy = actions.some(({ isPending }) => isPending);
  const error = actions.find(({ isError }) => isError)?.error ?? null;
  const clear = () => {
    setOutcome(null);
    for (const action of actions) action.reset();
  };
  const choose = (url: string) => {
    setAddress(url);
    clear();
    test.mutate(url);
  };
  const isInvalid = outcome?.kind === 'probe' && outcome.probe.finding === 'invalid';
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {comfyui && comfyui.state !== 'here' && !add.isPending ? <LookedFor comfyui={comfyui} /> : null}
      <form
        aria-labelledby={`${id}-title`}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          // Not of a form around it.
          event.stopPropagation();
          if (isBusy) return;
          clear();
          test.mutate(address);
        }}
      >
        <span id={`${id}-title`} className="sr-only">
          {t('Connect ComfyUI')}
        </span>
        <Field label={t('Address of ComfyUI')} {...(isInvalid ? { error: t(INVALID_ADDRESS) } : {})}>
          {(control) => (
            <div className="flex gap-2">
              <TextInput
                {...control}
                inputMode="url"
                spellCheck={false}
                autoCapitalize="none"
                placeholder="127.0.0.1:8188"
                className="max-w-105 font-mono"
                value={address}
                onChange={({ target }) => {
                  setAddress(target.value);
                  clear();
                }}
              />
              <Button
                type="submit"
                isBusy={test.isPending}
                disabledReason={address.trim() === '' ? t('Enter an address first.') : null}
              >
                {t('Test')}
              </Button>
            </div>
          )}
        </Field>
        <Button
          className="self-start"
          isBusy={find.isPending}
          title={t('Looks at the usual ports of ComfyUI and its desktop app')}
          onClick={() => {
            if (isBusy) return;
            clear();
            find.mutate();
          }}
        >
          {lookText(surface)}
        </Button>
      </form>
      <div role="status" className="flex min-w-0 flex-col gap-2 empty:-mt-3">
        {error ? <Notice tone="bad" title={errorTitle(error)} advice={failureAdvice(error)} /> : null}
        {outcome?.kind === 'several' ? <FoundList engines={outcome.engines} onChoose={choose} /> : null}
        {outcome?.kind === 'probe' && !isInvalid ? (
          <ProbeResult
            probe={outcome.probe}
            action={t('Run workflows there')}
            canAddServer={surface.id === LOCAL_SURFACE.id}
            isBusy={add.isPending}
            onUse={(url) => add.mutate(url)}
          />
        ) : null}
      </div>
    </div>
  );
}

function LookedFor({ comfyui }: { comfyui: ComfyuiConnection }) {
  return (
    <p>
      <Trans
        text={
          comfyui.state === 'unknown'
            ? 'Looking for ComfyUI at {address}. Start it there and it connects by itself, or enter another address.'
            : 'ComfyUI was not found at {address}. Start it there and it connects by itself, or enter another address.'
        }
        values={{ address: <span className="font-mono text-sm wrap-anywhere">{comfyui.url}</span> }}
      />
    </p>
  );
}

/** The page of a gateway on loopback is on the same computer; all other gateways are elsewhere. */
function lookText(surface: Surface): string {
  if (surface.id !== LOCAL_SURFACE.id) return t('Look on the computer of {name}', { name: surface.name });
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(location.hostname)
    ? t('Look on this computer')
    : t('Look on the gateway’s computer');
}

function isOlderGateway(error: unknown): boolean {
  return isApiError(error) && isUnsupported(error.status);
}

function errorTitle(error: unknown): string {
  if (isOlderGateway(error)) return t('This gateway cannot look for ComfyUI.');
  return failureMessages(error).what;
}

function failureAdvice(error: unknown): string {
  return isOlderGateway(error)
    ? t('It is of an older version. Update it, then try again.')
    : failureMessages(error).next;
}

interface FoundListProps {
  engines: readonly EngineProbe[];
  onChoose: (url: string) => void;
}

/** The ComfyUI servers that were found on the gateway's machine; a single one is tested at once. */
function FoundList({ engines, onChoose }: FoundListProps) {
  if (engines.length === 0) {
    const advice = t('Start ComfyUI and look again, or enter its address: it may use another port or computer.');
    return <Notice tone="bad" title={t('No ComfyUI was found on the usual ports.')} advice={advice} />;
  }
  return (
    <ul
      aria-label={t('Found on this computer')}
      className="divide-y divide-line rounded-lg border border-line bg-raised"
    >
      {engines.map(({ url, version, isConnected }) =>
        url === null ? null : (
          <li key={url} className="flex items-center gap-3 px-3 py-2">
            <span className="min-w-0 flex-1">
              <span className="font-mono text-sm wrap-anywhere">{url}</span>
              <span className="block text-sm text-muted">
                ComfyUI {version}
                {isConnected ? ` · ${t('connected')}` : ''}
              </span>
            </span>
            {isConnected ? null : (
              <Button size="sm" aria-label={t('Test {url}', { url })} onClick={() => onChoose(url)}>
                {t('Test')}
              </Button>
            )}
          </li>
        ),
      )}
    </ul>
  );
}
