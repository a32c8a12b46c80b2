import { CircleCheck, CircleSlash } from 'lucide-react';
import { t } from '@/lib/i18n/messages';
import { Dialog } from '@/ui/overlay/dialog';
import { copyText } from '@/shared/copy-text';
import { Button } from '@/ui/button';
import { ScrollText } from '@/ui/scrollable-text';
import { NodeProblems } from './node-problems';
import { closeImportList, type DropOffer, type ImportFinding, useImportReport } from './import-report';

/** Says of each file of the last drop what was found in it, or why it was ignored. */
export function ImportList() {
  const findings = useImportReport((state) => state.findings);
  const used = findings.filter(({ outcome }) => outcome === 'used').length;
  const sizes = findings.map(({ count = 1 }) => count);
  const total = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  const hasMore = sizes.includes(null);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => useImportReport.setState({ isListOpen: isOpen })}
      size="md"
      title={
        hasMore
          ? t('{count, plural, one {# file} other {# files}} and more', { count: total })
          : t('{count, plural, one {# file} other {# files}}', { count: total })
      }
      description={
        hasMore
          ? t('{used} used, the others not used. Nothing was run.', { used })
          : t('{used} used, {left} not used. Nothing was run.', { used, left: total - used })
      }
    >
      <ul aria-label={t('Files')} className="divide-y divide-line">
        {findings.map((finding, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a list that does not change, in which names may repeat
          <FindingRow key={index} finding={finding} />
        ))}
      </ul>
    </Dialog>
  );
}

function FindingRow({
  finding: { name, outcome, found, detail, parameters, nodeProblems, fill },
}: {
  finding: ImportFinding;
}) {
  return (
    <li className="flex items-start gap-3 py-2.5 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
      {outcome === 'used' ? (
        <CircleCheck aria-label={t('Used')} className="text-ok" />
      ) : (
        <CircleSlash aria-label={t('Not used')} className="text-muted" />
      )}
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p>{found}</p>
        {detail ? <p className="text-muted">{detail}</p> : null}
        {nodeProblems ? <NodeProblems problems={nodeProblems} /> : null}
        {parameters === undefined ? null : <GenerationSettings text={parameters} fill={fill} />}
      </div>
    </li>
  );
}

interface GenerationSettingsProps {
  text: string;
  /** Fills the form of the open workflow, or the nearest template; absent if there is none. */
  fill: DropOffer | undefined;
}

/** Settings of Automatic1111, Fooocus or InvokeAI: no workflow can be made of them, but they can fill a form. */
function GenerationSettings({ text, fill }: GenerationSettingsProps) {
  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <ScrollText label={t('Generation settings')} className="max-h-40 w-full rounded-md border border-line p-2">
        {text}
      </ScrollText>
      <div className="flex gap-2">
        {fill ? (
          <Button
            size="sm"
            onClick={() => {
              closeImportList();
              fill.run();
            }}
          >
            {fill.label}
          </Button>
        ) : null}
        <Button size="sm" onClick={() => void copyText(text, t('Settings'))}>
          {t('Copy settings')}
        </Button>
      </div>
    </div>
  );
}
