import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebhookState } from '@contract/console/webhook';
import { readWebhookUrl, type WebhookChange } from '@contract/console/webhook-changes';
import { isApiError } from '@/api/api-error';
import { hasGateway } from '@/api/surfaces/has-gateway';
import { saveWebhook, testWebhook, webhookQuery } from '@/domains/gateway/webhook';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
import { messageOf } from '@/lib/message-of';
import { useAction } from '@/shared/feedback/use-action';
import { Age } from '@/shared/relative-time';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { SegmentedControl } from '@/ui/input/segmented-control';
import { TextInput } from '@/ui/input/text-input';
import { Skeleton } from '@/ui/skeleton';
import { DetailList, DetailRow, Mono } from '@/app/surfaces/detail-row';

const POLL_MS = 5000;

const FORMATS = [
  { value: 'json', label: msg('JSON') },
  { value: 'text', label: msg('Text (ntfy)') },
] as const;

const JOBS = [
  { value: 'all', label: msg('All') },
  { value: 'outside_batches', label: msg('Only outside batches') },
] as const;

const NO_GATEWAY = msg('This page runs without a Flowdeck gateway, so nothing can report the end of jobs.');

/** A URL to which the gateway reports ended jobs and batches, and how that went. */
export function WebhookSettings() {
  return hasGateway() ? <GatewayWebhook /> : <p className="py-2.5 text-muted">{t(NO_GATEWAY)}</p>;
}

function GatewayWebhook() {
  const { data, error } = useQuery({ ...webhookQuery, refetchInterval: POLL_MS });
  if (data) {
    return (
      <div className="flex flex-col gap-4 py-2.5">
        <p className="text-pretty text-muted">
          {t(
            'The gateway sends a message to this URL when a job or a batch ends, also while no browser is open: to your phone through ntfy, to a chat, or to a script.',
          )}
        </p>
        {data.set_by_flags ? <FixedWebhook state={data} /> : <WebhookForm state={data} />}
        {data.webhook ? <Deliveries state={data} /> : null}
      </div>
    );
  }
  if (!error) return <Skeleton className="mt-3 h-24" />;
  const isMissing = isApiError(error) && (error.code === 'not_implemented' || error.code === 'not_found');
  return (
    <p className="py-2.5 text-muted">
      {isMissing ? t('This gateway has no webhook.') : t('Could not read the webhook. The gateway is unreachable.')}
    </p>
  );
}

/** Set by flags, which the page cannot change. */
function FixedWebhook({ state: { webhook } }: { state: WebhookState }) {
  if (!webhook) return null;
  return (
    <>
      <DetailList>
        <DetailRow name="URL">
          <Mono>{webhook.url}</Mono>
        </DetailRow>
        <DetailRow name={t('Format')}>{labelIn(FORMATS, webhook.format)}</DetailRow>
        <DetailRow name={t('Jobs')}>{labelIn(JOBS, webhook.jobs)}</DetailRow>
        <DetailRow name={t('Private network')}>{webhook.allow_private ? t('allowed') : t('not allowed')}</DetailRow>
        <DetailRow name={t('Signature')}>{webhook.has_secret ? t('signed') : t('unsigned')}</DetailRow>
      </DetailList>
      <p className="text-sm text-muted">
        {t('The flags of the gateway set it. Change them, and restart the gateway.')}
      </p>
      <TestButton className="self-start" disabledReason={null} />
    </>
  );
}

interface WebhookForm {
  url: string;
  format: string;
  jobs: string;
  isPrivateAllowed: boolean;
  secret: string;
  isSecretRemoved: boolean;
}

function formOf({ webhook }: WebhookState): WebhookForm {
  return {
    url: webhook?.url ?? '',
    format: webhook?.format ?? 'json',
    jobs: webhook?.jobs ?? 'all',
    isPrivateAllowed: webhook?.allow_private ?? false,
    secret: '',
    isSecretRemoved: false,
  };
}

function changeOf({ url, format, jobs, isPrivateAllowed, secret, isSecretRemoved }: WebhookForm): WebhookChange {
  return {
    webhook: {
      url,
      format: format === 'text' ? format : 'json',
      jobs: jobs === 'outside_batches' ? jobs : 'all',
      allow_private: isPrivateAllowed,
      ...(isSecretRemoved ? { secret: null } : secret === '' ? {} : { secret }),
    },
  };
}

function WebhookForm({ state }: { state: WebhookState }) {
  const client = useQueryClient();
  /** `null`: as stored. */
  const [edited, setEdited] = useState<WebhookForm | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const form = edited ?? formOf(state);
  const hasSecret = state.webhook?.has_secret === true && !form.isSecretRemoved;
  const change = (next: Partial<WebhookForm>) => {
    setProblem(null);
    setEdited({ ...form, ...next });
  };
  const save = useAction({
    run: (next: WebhookChange) => saveWebhook(client, next),
    failed: (error) => ({ title: t('The webhook was not changed'), description: messageOf(error) }),
    done: (_result, { webhook }) => ({ title: webhook ? t('Webhook saved') : t('Webhook removed') }),
  });
  const submit = async (next: WebhookChange) => {
    const outcome = await save.run(next);
    if (outcome.ok) setEdited(null);
  };
  return (
    <form
      className="flex max-w-xl flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const url = form.url.trim();
        if (readWebhookUrl(url)) void submit(changeOf({ ...form, url }));
        else setProblem(t('Enter a URL that begins with http:// or https://, without a user name and password.'));
      }}
    >
      <Field label="URL" {...(problem === null ? {} : { error: problem })}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="url"
            spellCheck={false}
            autoComplete="off"
            placeholder="https://ntfy.sh/your-topic"
            value={form.url}
            onChange={({ target }) => change({ url: target.value })}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        <Choice label={t('Format')} value={form.format} options={FORMATS} onChange={(format) => change({ format })} />
        <Choice label={t('Jobs')} value={form.jobs} options={JOBS} onChange={(jobs) => change({ jobs })} />
      </div>
      <Field
        label={t('Secret')}
        state={hasSecret ? t('stored') : t('optional')}
        hint={
          form.isSecretRemoved
            ? t('The stored secret is removed when you save.')
            : t(
                'Signs every delivery, so that the receiver can tell it comes from you. It is never sent back to a browser.',
              )
        }
      >
        {(control) => (
          <span className="flex gap-2">
            <TextInput
              {...control}
              type="password"
              autoComplete="off"
              maxLength={500}
              placeholder={hasSecret ? t('Leave empty to keep the stored secret') : ''}
              value={form.secret}
              onChange={({ target }) => change({ secret: target.value, isSecretRemoved: false })}
            />
            {hasSecret ? (
              <Button onClick={() => change({ secret: '', isSecretRemoved: true })}>{t('Remove secret')}</Button>
            ) : null}
          </span>
        )}
      </Field>
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          className="mt-1 accent-accent"
          checked={form.isPrivateAllowed}
          onChange={({ target }) => change({ isPrivateAllowed: target.checked })}
        />
        <span>
          {t('Private network')}
          <span className="block text-sm text-muted">
            {t('Also reach addresses of this machine and your network, for an ntfy or script of your own.')}
          </span>
        </span>
      </label>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          tone="primary"
          isBusy={save.isPending}
          disabledReason={edited ? null : t('Nothing changed.')}
        >
          {t('Save')}
        </Button>
        {state.webhook ? (
          <>
            <TestButton disabledReason={edited ? t('Save the changes first.') : null} />
            <Button onClick={() => void submit({ webhook: null })}>{t('Remove webhook')}</Button>
          </>
        ) : null}
      </div>
    </form>
  );
}

type Options = readonly { value: string; label: Message }[];

interface ChoiceProps {
  label: string;
  value: string;
  options: Options;
  onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      {({ id }) => (
        <SegmentedControl
          id={id}
          aria-label={label}
          value={value}
          options={options.map((option) => ({ value: option.value, label: t(option.label) }))}
          onValueChange={onChange}
        />
      )}
    </Field>
  );
}

/** What follows shows the outcome. */
function TestButton({ disabledReason, className }: { disabledReason: string | null; className?: string }) {
  const client = useQueryClient();
  const { run, isPending } = useAction({
    run: () => testWebhook(client),
    failed: (error) => ({ title: t('The test was not sent'), description: messageOf(error) }),
  });
  return (
    <Button
      {...(className === undefined ? {} : { className })}
      isBusy={isPending}
      disabledReason={disabledReason}
      onClick={() => void run()}
    >
      {t('Send a test')}
    </Button>
  );
}

interface OutcomeTexts {
  delivered: Message;
  failed: Message;
}

const OUTCOMES: Readonly<Record<string, OutcomeTexts>> = {
  'job.ended': { delivered: msg('Job delivered'), failed: msg('Job not delivered') },
  'batch.ended': { delivered: msg('Batch delivered'), failed: msg('Batch not delivered') },
  test: { delivered: msg('Test delivered'), failed: msg('Test not delivered') },
};
const OTHER: OutcomeTexts = { delivered: msg('Event delivered'), failed: msg('Event not delivered') };

function Deliveries({ state }: { state: WebhookState }) {
  const { last_attempt: last, waiting, given_up: givenUp, next_attempt_at: nextAt } = state;
  const outcome = OUTCOMES[last?.type ?? ''] ?? OTHER;
  return (
    <div aria-live="polite" className="flex max-w-xl flex-col gap-1">
      {last === null ? (
        <p className="text-muted">{t('Nothing was sent yet.')}</p>
      ) : last.problem === null ? (
        <p>
          <span className="font-medium text-ok">{t(outcome.delivered)}</span>{' '}
          <span className="text-muted">
            <Age at={last.at} /> · {t('status {status}', { status: last.status ?? '' })}
          </span>
        </p>
      ) : (
        <p>
          <span className="font-medium text-bad">{t(outcome.failed)}</span>{' '}
          <span className="text-muted">
            <Age at={last.at} />
          </span>
          <span className="block">{last.problem}</span>
        </p>
      )}
      {last !== null && last.problem !== null && state.last_delivered_at !== null ? (
        <p className="text-sm text-muted">
          <Trans text="Last delivered {time}" values={{ time: <Age at={state.last_delivered_at} /> }} />
        </p>
      ) : null}
      {waiting > 0 && nextAt !== null ? (
        <p className="text-sm text-muted">
          {t('{count, plural, one {# event} other {# events}} waiting. They are tried again for a day.', {
            count: waiting,
          })}
        </p>
      ) : null}
      {givenUp > 0 ? (
        <p className="text-sm text-warn">
          {t(
            '{count, plural, one {# event} other {# events}} given up: not taken within a day, or too many. Your jobs are not affected.',
            { count: givenUp },
          )}
        </p>
      ) : null}
    </div>
  );
}

function labelIn(options: Options, value: string): string {
  const option = options.find((one) => one.value === value);
  return option ? t(option.label) : value;
}
