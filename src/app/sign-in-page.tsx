import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { apiMessageOf, isApiError } from '@/api/api-error';
import { forgetCatalog, cachedCatalogQuery } from '@/domains/models/catalog-cache';
import { checkAllEntries } from '@/domains/outbox/outbox';
import { markStale } from '@/api/live/stale-table';
import { signIn } from '@/api/session';
import { LOCAL_SURFACE, operationKey } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
import { PageHeader } from '@/shared/page/page-header';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { TextInput } from '@/ui/input/text-input';

/** Replaces every page while the gateway, started with `--token`, has no session for this browser. */
export function SignInPage() {
  const queryClient = useQueryClient();
  const [token, setToken] = useState('');
  const exchange = useMutation({
    mutationFn: () => signIn(LOCAL_SURFACE, token),
    onSuccess: async () => {
      void checkAllEntries().catch(() => {});
      // The token may be another account's.
      await forgetCatalog(LOCAL_SURFACE);
      for (const operation of ['listModels', 'getModel', 'getModelSchema'] as const) {
        queryClient.removeQueries({ queryKey: operationKey(LOCAL_SURFACE, operation) });
      }
      queryClient.removeQueries({ queryKey: cachedCatalogQuery(LOCAL_SURFACE).queryKey });
      await markStale(queryClient, LOCAL_SURFACE, 'signIn');
    },
  });
  return (
    <>
      <PageHeader title={t('Sign in')} />
      <form
        className="m-auto flex w-full max-w-[400px] flex-col gap-4 p-6"
        onSubmit={(event) => {
          event.preventDefault();
          if (token !== '' && !exchange.isPending) exchange.mutate();
        }}
      >
        <KeyRound aria-hidden className="size-7 stroke-[1.5] text-faint" />
        <h2 className="text-lg font-semibold">{t('Sign in to this gateway')}</h2>
        <p className="text-muted">
          <Trans
            text="It was started with {flag}. This browser is remembered for 30 days, until you sign out; the token is not stored."
            values={{ flag: <code className="font-mono text-sm">--token</code> }}
          />
        </p>
        <Field label={t('Token')} {...(exchange.error ? { error: rejectionMessage(exchange.error) } : {})}>
          {(control) => (
            <TextInput
              {...control}
              type="password"
              autoComplete="current-password"
              value={token}
              onChange={(event) => setToken(event.target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          tone="primary"
          size="lg"
          isBusy={exchange.isPending}
          disabledReason={token === '' ? t('Enter the token first.') : null}
        >
          {t('Sign in')}
        </Button>
      </form>
    </>
  );
}

function rejectionMessage(error: Error): string {
  if (isApiError(error) && error.retryAfterS !== null) {
    return t('Too many failed attempts. Try again in {seconds} s.', { seconds: error.retryAfterS });
  }
  if (isApiError(error) && error.status === 401)
    return t('Invalid token. Check the --token value the gateway was started with.');
  return apiMessageOf(error, t('Sign-in failed. Try again.'));
}
