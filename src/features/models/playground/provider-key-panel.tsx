import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import type { ProviderKeyEntry } from '@contract/console/provider-keys';
import { providerKeysQuery } from '@/domains/gateway/provider-keys';
import { t } from '@/lib/i18n/messages';
import { ProviderKeyForm } from '@/shared/provider-key-form';
import { Skeleton } from '@/ui/skeleton';

/** Asks for the key without which nothing of the provider runs. */
export function ProviderKeyPanel({ provider, onSaved }: { provider: string; onSaved: () => void }) {
  const { data, error } = useQuery(providerKeysQuery);
  const entry = data?.keys.find(({ id }) => id === provider);
  return (
    <section
      aria-labelledby="provider-key-panel"
      className="flex max-h-[60%] shrink-0 flex-col gap-2.5 overflow-y-auto border-t border-line bg-panel px-4 py-3.5 md:px-5"
    >
      <h2 id="provider-key-panel" className="flex items-center gap-2 font-semibold">
        <KeyRound aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 wrap-anywhere">{t('This model needs the key of {provider}', { provider })}</span>
      </h2>
      {entry ? (
        <>
          <p className="text-sm text-pretty wrap-anywhere text-muted">{reasonFor(entry)}</p>
          <ProviderKeyForm entry={entry} onSaved={onSaved} />
          <Link
            to="/$surface/settings"
            from="/$surface"
            hash="providers"
            className="self-start rounded text-sm text-muted underline underline-offset-2 hover:text-text"
          >
            {t('All provider keys')}
          </Link>
        </>
      ) : error ? (
        <p className="text-sm text-warn">{t('Could not read the provider keys. The gateway is unreachable.')}</p>
      ) : (
        <Skeleton className="h-16" />
      )}
    </section>
  );
}

function reasonFor({ provider, origin, entered, variable }: ProviderKeyEntry): string {
  if (entered !== null && origin !== null) {
    return t('A key was entered for {old}. The address of {provider} is now {origin}, so that key is not sent there.', {
      old: entered.origin,
      provider,
      origin,
    });
  }
  return variable === null
    ? t('Enter the key of your account at {provider}. Nothing is sent before that.', { provider })
    : t('Enter the key of your account at {provider}: the variable {variable} of the gateway is not set.', {
        provider,
        variable,
      });
}
