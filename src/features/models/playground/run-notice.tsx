import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Clock, Copy, KeyRound, TextCursorInput } from 'lucide-react';
import { useEffect } from 'react';
import { readResponseHeaders } from '@contract/router/headers';
import { fieldErrorsOf } from '@/domains/model-calls/read-response';
import { bucketOfFailure } from '@/domains/model-calls/retry-decision';
import { isActiveRun, type RunFailure, type RunRecord } from '@/domains/model-calls/run-record';
import { runText, runAnnouncement } from '@/domains/model-calls/run-text';
import { useRunsView } from '@/domains/model-calls/runs-store';
import { useModelMetadata } from '@/domains/models/model-metadata';
import { isOwnGateway, type Surface } from '@/api/surface';
import { markStale } from '@/api/live/stale-table';
import { creditsUrlInText } from '@/api/surfaces/credits';
import { formatCents } from '@/lib/format';
import { useNow } from '@/lib/hooks/use-now';
import { t } from '@/lib/i18n/messages';
import { BuyCredits } from '@/shared/buy-credits';
import { LazyKeyForm } from '@/shared/servers/lazy-key-form';
import { copyText } from '@/shared/copy-text';
import { ResultFailure } from '@/shared/result/result-failure';
import { ResultNotice } from '@/shared/result/result-notice';
import { Button, buttonClass } from '@/ui/button';
import { Spinner } from '@/ui/spinner';
import { RUN_ACTIONS, STEPS } from '../actions/run-actions';
import type { RunActions } from '../actions/use-run-actions';
import { echoedMessages } from '../schema/server-errors';

const TICK_MS = 500;

const TONES = { busy: 'neutral', warn: 'warn', bad: 'bad', neutral: 'neutral', ok: 'neutral' } as const;

interface RunNoticeProps {
  surface: Surface;
  run: RunRecord;
  actions: RunActions;
  /** Focuses the field errors of the run if the form shows them; `null` lists them here. */
  onShowErrors: (() => void) | null;
}

/** In place of a result: the state of the run, without claiming more than is known, and what to do about it. */
export function RunNotice({ surface, run, actions, onShowErrors }: RunNoticeProps) {
  const now = useNow(TICK_MS);
  const stage = useRunsView(({ stages }) => stages[run.id]);
  const failure = failureOf(run);
  const keyProblem = useKeyProblem(surface, run, failure);
  const words = { ...runText(run, stage, now), ...keyProblem?.words };
  return (
    <>
      {isActiveRun(run) && !failure ? (
        <ResultNotice icon={run.state.name === 'pending' ? <Clock aria-hidden /> : <Spinner />} title={words.title}>
          {words.explanation}
        </ResultNotice>
      ) : (
        <div className="flex flex-1 flex-col justify-center p-4 md:p-5">
          <ResultFailure
            tone={TONES[words.tone]}
            title={words.title}
            actions={
              <>
                {STEPS.map((id) => {
                  const { icon: Icon, tone } = RUN_ACTIONS[id];
                  const { label, isShown, run: act } = actions.actionOf(id, [run]);
                  return isShown && id !== 'stop' ? (
                    <Button key={id} size="sm" tone={tone ?? 'plain'} onClick={act}>
                      <Icon aria-hidden />
                      {label}
                    </Button>
                  ) : null;
                })}
                {keyProblem ? (
                  <Link
                    to="/$surface/settings"
                    params={{ surface: surface.id }}
                    hash="providers"
                    className={buttonClass({ size: 'sm' })}
                  >
                    <KeyRound aria-hidden />
                    {keyProblem.action}
                  </Link>
                ) : null}
                {failure && isOutOfCredits(failure) ? (
                  <BuyCredits surface={surface} url={creditsUrlInText(failure.detail)} size="sm" />
                ) : null}
                {onShowErrors ? (
                  <Button size="sm" onClick={onShowErrors}>
                    <TextCursorInput aria-hidden />
                    {t('Show in the form')}
                  </Button>
                ) : null}
              </>
            }
          >
            {words.explanation ? <p className="mt-1 text-muted">{words.explanation}</p> : null}
            {failure?.status === 401 ? <LazyKeyForm surface={surface} /> : null}
            {failure ? <FailureDetails run={run} failure={failure} hasFieldErrors={onShowErrors === null} /> : null}
          </ResultFailure>
        </div>
      )}
      <div role="status" className="sr-only">
        {runAnnouncement(run)}
      </div>
    </>
  );
}

function failureOf({ state }: RunRecord): RunFailure | null {
  return state.name === 'failed' || state.name === 'retry_wait' || state.name === 'collectable' ? state.failure : null;
}

interface KeyProblem {
  /** Replaces what is said of other failures of this kind. */
  words?: { title: string; explanation: string };
  /** Where the key is entered or changed. */
  action: string;
}

/** Whether our gateway lacks the key of the provider, or the provider rejected it. */
function useKeyProblem(surface: Surface, run: RunRecord, failure: RunFailure | null): KeyProblem | null {
  const client = useQueryClient();
  const missingKeyOf = useModelMetadata(surface).get(run.modelId)?.missingKeyOf ?? null;
  const { upstreamStatus = null, callOutcome } = failure ?? {};
  const bucket = failure && isOwnGateway(surface) ? bucketOfFailure(failure) : null;
  const isUnsent = bucket === 'service_unavailable' && callOutcome === 'not_run' && upstreamStatus === null;
  // The key was removed elsewhere.
  useEffect(() => {
    if (isUnsent) void markStale(client, surface, 'changeProviderKey');
  }, [client, surface, isUnsent]);
  if (bucket === 'provider_error' && (upstreamStatus === 401 || upstreamStatus === 403)) {
    return { action: t('Change the key') };
  }
  if (!isUnsent || missingKeyOf === null) return null;
  return {
    words: {
      title: t('The key of {provider} is missing', { provider: missingKeyOf }),
      explanation:
        run.state.name === 'retry_wait'
          ? t('Nothing was sent or charged. Enter the key, and the run goes on by itself.')
          : t('Nothing was sent or charged. Enter the key, then run again.'),
    },
    action: t('Enter the key'),
  };
}

function isOutOfCredits(failure: RunFailure): boolean {
  return bucketOfFailure(failure) === 'insufficient_credits';
}

/** The unmodified error message of the router, and the details for an error report. */
function FailureDetails({
  run,
  failure,
  hasFieldErrors,
}: {
  run: RunRecord;
  failure: RunFailure;
  hasFieldErrors: boolean;
}) {
  const errors = hasFieldErrors ? fieldErrorsOf(failure) : [];
  const { detail, status, rawBucket, requestId, upstreamStatus, upstreamDetail } = failure;
  const messages = echoedMessages(failure);
  const queued = run.state.name === 'collectable' ? run.state.queued : undefined;
  const code = [
    status > 0 ? String(status) : '',
    rawBucket ?? '',
    upstreamStatus === null ? '' : t('provider {status}', { status: upstreamStatus }),
    requestId === null ? '' : t('request {requestId}', { requestId }),
    queued === undefined ? '' : t('queued as {requestId}', { requestId: queued.requestId }),
  ].filter(Boolean);
  const report = [
    `${run.modelId}: ${code.join(', ')}`,
    detail ?? '',
    upstreamDetail ?? '',
    t('key {key}', { key: run.key }),
  ];
  return (
    <div className="mt-2 flex flex-col gap-1.5 text-sm empty:hidden">
      {status === 429 ? <SpendText failure={failure} /> : null}
      {messages.own ? <p className="break-words">{messages.own}</p> : null}
      {messages.provider ? (
        <p className="break-words text-muted">{t('Provider: {message}', { message: messages.provider })}</p>
      ) : null}
      {errors.length > 0 ? (
        <ul className="flex flex-col gap-1">
          {errors.map((error) => (
            <li key={`${error.loc.join('/')} ${error.type} ${error.msg}`} className="break-words">
              <span className="font-mono text-xs text-muted">{error.loc.join(' › ')}</span> {error.msg}
            </li>
          ))}
        </ul>
      ) : null}
      {code.length > 0 ? (
        <div className="flex items-center gap-2">
          <p className="min-w-0 font-mono text-xs break-all text-muted">{code.join(', ')}</p>
          <Button
            tone="ghost"
            size="icon-sm"
            aria-label={t('Copy diagnostics')}
            title={t('Copy diagnostics')}
            onClick={() => void copyText(report.filter(Boolean).join('\n'), t('Report'))}
          >
            <Copy aria-hidden />
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** Committed spend in a rejection; renders nothing if it reports none. */
function SpendText({ failure }: { failure: RunFailure }) {
  const { spend } = readResponseHeaders(new Headers(failure.headers.map(([name, value]) => [name, value])));
  if (!spend) return null;
  const { limit, current, remaining } = spend;
  return (
    <p>
      {t('{current} of {limit} are held for calls in flight.', {
        current: formatCents(current),
        limit: formatCents(limit),
      })}{' '}
      {remaining > 0
        ? t('If its cost is the reason, this call needs more than the {price} that are left.', {
            price: formatCents(remaining),
          })
        : t('Nothing is left until one of them ends.')}
    </p>
  );
}
