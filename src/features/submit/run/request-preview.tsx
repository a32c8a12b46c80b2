import { skipToken, useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useMemo, useState } from 'react';
import { operationUrl } from '@/api/client';
import { listNamesText } from '@/domains/wildcards/draw-wildcards';
import { graphFingerprint } from '@/domains/outbox/graph-fingerprint';
import { useNeedsToken } from '@/api/session';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { copyText } from '@/shared/copy-text';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { ScrollText } from '@/ui/scrollable-text';
import { Skeleton } from '@/ui/skeleton';
import { Tabs } from '@/ui/tabs';
import { curlText, httpText } from './request-text';
import { useEditor, useSession } from '../draft/session-context';
import { drawnLists, sentText } from '../draft/runs/sent-text';
import { blockerMessage } from '../draft/runs/run-blockers';
import { useRunBlockers } from './use-run-blockers';

/** Longer text would block the page; the copy contains all of it. */
const MAX_SHOWN_CHARS = 100_000;

/** The submission as Run would send it now, to view and to copy. */
export function RequestPreview({ onClose }: { onClose: () => void }) {
  const { surface } = useSession();
  const state = useEditor((whole) => whole);
  const inputs = useRunBlockers().find((blocker) => blocker.kind === 'inputs');
  // Until the lists are read, it would show their names in place of values.
  const text = useMemo(() => state.wildcards && sentText(state, state.wildcards), [state]);
  const lists = drawnLists(state, state.wildcards ?? {});
  const fingerprint = useQuery({
    queryKey: [surface.id, 'device.fingerprint', text],
    queryFn: text === null ? skipToken : () => graphFingerprint(text),
    staleTime: Infinity,
    gcTime: 0,
  });
  const needsToken = useNeedsToken(surface);
  const [form, setForm] = useState('http');
  const details = {
    url: operationUrl(surface, 'postJobs'),
    workflowText: text ?? '',
    title: state.draft.title,
    graphFingerprint: fingerprint.data ?? '',
    draftId: state.draft.id,
    sourceJobId: state.draft.sourceJobId,
    needsToken,
  };
  const shown = text === null ? '' : form === 'curl' ? curlText(details) : httpText(details);
  const isLong = shown.length > MAX_SHOWN_CHARS;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="md"
      title={t('Request')}
      description={t(
        'The request sent when you press Run. Each run uses its own idempotency key, so a retry never creates a second job.',
      )}
    >
      {lists.length === 0 ? null : (
        <p className="mb-2 text-muted">
          {t('Each run draws its own value of {names}: these are examples.', {
            names: listNamesText(lists),
          })}
        </p>
      )}
      {inputs ? <p className="mb-2 text-warn">{blockerMessage(inputs, surface.name)}</p> : null}
      <Tabs
        label={t('Form')}
        value={form}
        tabs={[
          { value: 'http', label: t('Request') },
          { value: 'curl', label: 'curl' },
        ]}
        onValueChange={setForm}
        className="rounded-lg border border-line"
      >
        {text === null ? (
          <div aria-busy className="min-h-40 p-3">
            <Skeleton className="h-4 w-2/3" />
          </div>
        ) : (
          <ScrollText label={t('Request')} className="max-h-[50dvh] min-h-40 p-3 text-muted">
            {isLong ? shown.slice(0, MAX_SHOWN_CHARS) : shown}
          </ScrollText>
        )}
      </Tabs>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-60 text-sm text-muted">
          {isLong
            ? `${t('Truncated: {size} in total. Copy includes everything.', { size: formatBytes(shown.length) })} `
            : ''}
          {needsToken
            ? t('The token is not shown. Set it in the environment variable.')
            : t('This gateway does not require a token.')}
        </p>
        <Button
          disabledReason={text === null ? t('The wildcard lists are being read') : null}
          onClick={() => void copyText(shown, form === 'curl' ? t('The curl command') : t('The request'))}
        >
          <Copy aria-hidden />
          {t('Copy')}
        </Button>
      </div>
    </Dialog>
  );
}
