import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { JOB_OPERATIONS } from '@contract/jobs/operations';
import { jobApiUrl } from '@/api/fetch-from-surface';
import { useNeedsToken } from '@/api/session';
import { capabilityOf } from '@/api/surfaces/capability-guess';
import { capabilities, lacksCapability } from '@/api/surfaces/capability-record';
import { listNamesText } from '@/domains/wildcards/draw-wildcards';
import { useOutboxView } from '@/domains/outbox/outbox-store';
import { graphFingerprint } from '@/domains/outbox/graph-fingerprint';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { useSetting } from '@/lib/settings/use-setting';
import { CodeTabs } from '@/shared/code/code-tabs';
import { copyText } from '@/shared/copy-text';
import { Dialog } from '@/ui/overlay/dialog';
import { Skeleton } from '@/ui/skeleton';
import { jobFetchCode, jobPythonCode } from './job-code';
import { curlText, httpText } from './request-text';
import { useEditor, useSession } from '../draft/session/session-context';
import { nextRunText, seedsBeforeRun } from '../draft/runs/plan-runs';
import { drawnLists, sentText } from '../draft/runs/sent-text';
import { seedTimingSetting } from '../draft/seed-control';
import { blockerMessage } from '../draft/runs/run-blockers';
import { usePartnerClasses } from '../draft/session/use-partner-classes';
import { useRunBlockers } from '../draft/session/use-blockers';

const LANGUAGES = [
  { value: 'http', label: 'HTTP', code: httpText },
  { value: 'curl', label: 'curl', code: curlText },
  { value: 'fetch', label: 'TypeScript', code: jobFetchCode },
  { value: 'python', label: 'Python', code: jobPythonCode },
] as const;

/** Longer text would block the page; the copy contains all of it. */
const MAX_SHOWN_CHARS = 40_000;
/** The part of a longer workflow that is shown. */
const SHOWN_START = 20_000;
const SHOWN_END = 2000;

/** The submission as Run would send it now, to view and to copy, and as code for use outside Flowdeck. */
export function RequestPreview({ onClose }: { onClose: () => void }) {
  const { surface } = useSession();
  const state = useEditor((whole) => whole);
  const problem = useRunBlockers().find(({ kind }) => kind === 'json' || kind === 'inputs');
  // Until the lists are read, it would show their names in place of values.
  const timing = useSetting(seedTimingSetting);
  const entries = useOutboxView((view) => view.entries);
  const text = useMemo(
    () => state.wildcards && sentText(state, state.wildcards, nextRunText(state, entries, timing)),
    [state, entries, timing],
  );
  const lists = drawnLists(state, state.wildcards ?? {});
  const isDrawn = ([key]: readonly [string, unknown]) => state.seedModes[key] === 'randomize';
  const seeds = timing === 'before' ? seedsBeforeRun(state, entries).filter(isDrawn) : [];
  const fingerprint = useQuery({
    queryKey: [surface.id, 'device.fingerprint', text],
    queryFn: text === null ? skipToken : () => graphFingerprint(text),
    staleTime: Infinity,
    gcTime: 0,
  });
  const needsToken = useNeedsToken(surface);
  const hasPartners = usePartnerClasses().length > 0;
  const [language, setLanguage] = useState<string>('http');
  // Run tries labels on a server that it does not know yet; code does not.
  const lacksLabels = useSetting(capabilities, (records) =>
    language === 'http'
      ? lacksCapability(surface, 'labels', records)
      : capabilityOf(surface, 'labels', records)?.isOffered === false,
  );
  const { code } = LANGUAGES.find(({ value }) => value === language) ?? LANGUAGES[0];
  const codeOf = (workflowText: string) =>
    code({
      // Of the server itself: links of its responses do not lead through the relay.
      url: (surface.remote?.jobs ?? jobApiUrl(surface)) + JOB_OPERATIONS.postJobs.path,
      workflowText,
      title: state.draft.title,
      graphFingerprint: fingerprint.data ?? '',
      draftId: state.draft.id,
      sourceJobId: state.draft.sourceJobId,
      needsToken,
      lacksLabels,
    });
  const isLong = text !== null && text.length > MAX_SHOWN_CHARS;
  const isRun = language === 'fetch' || language === 'python';
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="lg"
      title={t('Request')}
      description={t(
        'The request sent when you press Run. Each run uses its own idempotency key, so a retry never creates a second job.',
      )}
    >
      {lists.length + seeds.length === 0 ? null : (
        <p className="mb-2 text-muted">
          {t('Each run draws its own value of {names}: these are examples.', {
            names: [
              ...(lists.length > 0 ? [listNamesText(lists)] : []),
              ...seeds.map(([key]) => state.form.fields.get(key)?.name ?? key),
            ].join(', '),
          })}
        </p>
      )}
      {problem ? <p className="mb-2 text-warn">{blockerMessage(problem, surface.name)}</p> : null}
      <div className="flex h-[60dvh] flex-col overflow-hidden rounded-lg border border-line">
        {text === null ? (
          <div aria-busy className="p-4">
            <Skeleton className="h-4 w-2/3" />
          </div>
        ) : (
          <CodeTabs
            languages={LANGUAGES}
            language={language}
            onLanguageChange={setLanguage}
            text={codeOf(isLong ? shortened(text) : text)}
            onCopy={() => void copyText(codeOf(text), language === 'http' ? t('The request') : t('Code'))}
            note={[
              isLong &&
                t('Long texts are truncated here; the copy has all {size} of the body.', {
                  size: formatBytes(text.length),
                }),
              language === 'curl' && t('Submits the job, without waiting for it.'),
              isRun && t('Submits the job, waits until it has ended, and saves its outputs in the current folder.'),
              hasPartners && t('Does not contain the key for partner nodes: add it as extra_data.'),
              needsToken
                ? t('Does not contain the token: set it in the environment variable.')
                : t('This gateway does not require a token.'),
            ]
              .filter(Boolean)
              .join(' ')}
          />
        )}
      </div>
    </Dialog>
  );
}

/** For display only. */
function shortened(text: string): string {
  const omitted = text.length - SHOWN_START - SHOWN_END;
  return `${text.slice(0, SHOWN_START)} …${omitted} characters… ${text.slice(-SHOWN_END)}`;
}
