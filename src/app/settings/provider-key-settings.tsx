import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ProviderKeyEntry } from '@contract/console/provider-keys';
import { isApiError } from '@/api/api-error';
import { LOCAL_SURFACE } from '@/api/surface';
import { hasGateway } from '@/api/surfaces/has-gateway';
import { HealthDot } from '@/app/surfaces/health-dot';
import type { Health } from '@/app/surfaces/health-of';
import { providerKeysQuery, removeProviderKey } from '@/domains/gateway/provider-keys';
import { formatDateTime } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { messageOf } from '@/lib/message-of';
import { useAction } from '@/shared/feedback/use-action';
import { ProviderKeyForm } from '@/shared/provider-key-form';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Skeleton } from '@/ui/skeleton';

/** The keys with which the gateway calls the configured model providers. */
export function ProviderKeySettings() {
  return hasGateway() ? (
    <GatewayKeys />
  ) : (
    <p className="py-2.5 text-muted">{t('This page runs without a Flowdeck gateway, which has the providers.')}</p>
  );
}

function GatewayKeys() {
  const { data, error } = useQuery(providerKeysQuery);
  if (!data) {
    if (!error) return <Skeleton className="mt-3 h-24" />;
    const isMissing = isApiError(error) && (error.code === 'not_implemented' || error.code === 'not_found');
    return (
      <p className="py-2.5 text-muted">
        {isMissing
          ? t('This gateway has no model providers of your own.')
          : t('Could not read the provider keys. The gateway is unreachable.')}
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-3 py-2.5">
      <p className="text-pretty text-muted">
        {data.keys.length === 0
          ? t('No model provider is configured. They are listed in flowdeck.config.json, see docs/model-providers.md.')
          : t(
              'The gateway calls the models of these providers with your keys. It keeps them in its data folder, and never sends them to a browser.',
            )}
      </p>
      {data.problem === null ? null : (
        <p role="note" className="rounded-lg bg-warn-soft px-3 py-2 text-sm wrap-anywhere text-warn">
          {data.problem}
        </p>
      )}
      <ul aria-label={t('Provider keys')} className="divide-y divide-line border-y border-line empty:hidden">
        {data.keys.map((entry) => (
          <KeyRow key={entry.id} entry={entry} />
        ))}
      </ul>
    </div>
  );
}

function KeyRow({ entry }: { entry: ProviderKeyEntry }) {
  const { provider, use, origin, source, entered } = entry;
  const [isOpen, setOpen] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const name = use === 'uploads' ? t('{provider}, uploads', { provider }) : provider;
  const { tone, text } = stateOf(entry);
  const canEnter = origin !== null && source !== 'none';
  const isPressed = useRef(false);
  const show = (open: boolean) => {
    isPressed.current = true;
    setOpen(open);
  };
  // Neither the button nor the field that had the focus is there any more.
  useEffect(() => {
    const next = isOpen ? '[data-provider-key]' : 'button';
    if (isPressed.current) row.current?.querySelector<HTMLElement>(next)?.focus();
  }, [isOpen]);
  // Its button to remove it is gone, too.
  const hadKey = useRef(entered !== null);
  useEffect(() => {
    if (hadKey.current && entered === null) row.current?.querySelector<HTMLElement>('button')?.focus();
    hadKey.current = entered !== null;
  }, [entered]);
  return (
    <li ref={row} aria-label={name} className="flex flex-col gap-2.5 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="flex items-baseline gap-2 text-sm text-muted">
            <HealthDot tone={tone} />
            <span className="min-w-0 wrap-anywhere">{text}</span>
          </p>
          {origin === null ? null : <p className="text-sm wrap-anywhere text-faint">{origin}</p>}
        </div>
        {isOpen ? null : (
          <div className="flex gap-2">
            {canEnter ? (
              <Button
                size="sm"
                aria-label={
                  source === 'missing'
                    ? t('Enter the key of {provider}', { provider: name })
                    : t('Change the key of {provider}', { provider: name })
                }
                onClick={() => show(true)}
              >
                {source === 'missing' ? t('Enter') : t('Change')}
              </Button>
            ) : null}
            {entered === null ? null : <RemoveKey entry={entry} name={name} />}
          </div>
        )}
      </div>
      {isOpen ? <ProviderKeyForm entry={entry} onSaved={() => show(false)} onCancel={() => show(false)} /> : null}
    </li>
  );
}

/** Which key is used, and which are not. */
function stateOf({ source, origin, variable, isVariableSet, entered }: ProviderKeyEntry): Health {
  const name = { variable: variable ?? '' };
  if (origin === null) return { tone: 'unknown', text: t('Not configured any more; the stored key is not used.') };
  if (source === 'none') {
    return { tone: 'ok', text: entered ? t('Needs no key; the stored one is not used.') : t('Needs no key.') };
  }
  if (source === 'entered' && entered) {
    const when = t('Entered {time}.', { time: formatDateTime(Date.parse(entered.at)) });
    const instead = isVariableSet ? t('It is used instead of the variable {variable}.', name) : '';
    return { tone: 'ok', text: sentences(when, instead) };
  }
  const unused = entered
    ? t('The key that was entered for {origin} is not sent here.', { origin: entered.origin })
    : '';
  if (source === 'variable') return { tone: 'ok', text: sentences(t('From the variable {variable}.', name), unused) };
  const missing = variable === null ? t('Missing.') : t('Missing: the variable {variable} is not set.', name);
  return { tone: 'bad', text: sentences(missing, unused) };
}

function sentences(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(' ');
}

/** The page has no copy of the key, so its removal cannot be undone. */
function RemoveKey({ entry, name }: { entry: ProviderKeyEntry; name: string }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { provider, source, variable, isVariableSet } = entry;
  const remove = useAction({
    run: () => removeProviderKey(client, entry),
    failed: (error) => ({
      isOfPage: true,
      title: t('The key of {provider} was not removed', { provider: name }),
      description: messageOf(error, t('Try again.')),
    }),
    stale: [client, LOCAL_SURFACE, 'changeProviderKey'],
  });
  const after =
    source !== 'entered'
      ? t('It is not used now.')
      : isVariableSet
        ? t('The variable {variable} is used again.', { variable: variable ?? '' })
        : t('Models of {provider} do not run until a key is entered again.', { provider });
  return (
    <>
      <Button
        size="sm"
        aria-label={t('Remove the key of {provider}', { provider: name })}
        onClick={() => setAsking(true)}
      >
        {t('Remove')}
      </Button>
      {isAsking ? (
        <Dialog
          isOpen
          onOpenChange={() => setAsking(false)}
          title={t('Remove the key of {provider}?', { provider: name })}
          description={sentences(after, t('The gateway cannot show the key to you, so keep a copy if you need it.'))}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{t('Keep')}</Button>
              <Button
                tone="danger"
                isBusy={remove.isPending}
                onClick={() => void remove.run().then(() => setAsking(false))}
              >
                {t('Remove the key')}
              </Button>
            </>
          }
        />
      ) : null}
    </>
  );
}
