import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { hasGateway } from '@/api/surfaces/has-gateway';
import { readDiagnostics } from '@/domains/gateway/read-diagnostics';
import { t } from '@/lib/i18n/messages';
import { messageOf } from '@/lib/message-of';
import { readChoices } from '@/lib/settings/setting';
import { useAction } from '@/shared/feedback/use-action';
import { saveText } from '@/shared/files/save-text';
import { Button } from '@/ui/button';
import { ScrollText } from '@/ui/scrollable-text';
import { diagnosticsFileName, diagnosticsReport, type BrowserFacts, type GatewayFacts } from './diagnostics-report';

/** A report for those who look for a bug: shown first, then saved by the user. Nothing is sent. */
export function Diagnostics() {
  const [report, setReport] = useState<{ text: string; madeAt: Date } | null>(null);
  const make = useAction({
    async run() {
      const facts = browserFacts();
      setReport({ text: diagnosticsReport(facts, await gatewayFacts()), madeAt: facts.madeAt });
    },
    failed: (error) => ({ isOfPage: true, title: t('Could not make the report'), description: messageOf(error) }),
  });
  const copy = useAction({
    run: (text: string) => navigator.clipboard.writeText(text),
    done: () => ({ tone: 'neutral', isOfPage: true, title: t('Report copied') }),
    failed: () => ({
      isOfPage: true,
      title: t('Could not copy the report'),
      description: t('Save it as a file instead.'),
    }),
  });
  return (
    <div className="flex flex-col gap-3 py-2.5">
      <p className="text-pretty text-muted">
        {t(
          'A report for a bug: versions, flags, settings, the state of the gateway, counters and the last lines of its log. It has no prompts and no files, and keys, tokens and passwords are removed. It stays in this browser until you save or copy it: read it before you share it.',
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button isBusy={make.isPending} onClick={() => void make.run()}>
          {report ? t('Make a new report') : t('Make a report')}
        </Button>
        {report ? (
          <>
            <Button onClick={() => saveText(report.text, diagnosticsFileName(report.madeAt), 'application/json')}>
              <Download aria-hidden />
              {t('Save as a file')}
            </Button>
            <Button onClick={() => void copy.run(report.text)}>
              <Copy aria-hidden />
              {t('Copy')}
            </Button>
          </>
        ) : null}
      </div>
      {report ? (
        <ScrollText label={t('Diagnostics report')} className="max-h-96 rounded-lg border border-line bg-panel p-3">
          {report.text}
        </ScrollText>
      ) : null}
    </div>
  );
}

async function gatewayFacts(): Promise<GatewayFacts> {
  if (!hasGateway()) return { kind: 'none' };
  try {
    return { kind: 'read', report: await readDiagnostics() };
  } catch (error) {
    // What the browser knows is useful all the same, most of all if the gateway does not respond.
    return { kind: 'failed', message: messageOf(error) };
  }
}

function browserFacts(): BrowserFacts {
  return {
    madeAt: new Date(),
    browser: navigator.userAgent,
    languages: navigator.languages,
    window: { width: innerWidth, height: innerHeight, pixelRatio: devicePixelRatio },
    isInstalled: matchMedia('(display-mode: standalone)').matches,
    settings: readChoices(),
  };
}
