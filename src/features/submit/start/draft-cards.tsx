import { Link } from '@tanstack/react-router';
import { FileBraces, FileImage } from 'lucide-react';
import { useMemo, useState } from 'react';
import { isActive } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Draft } from '@/domains/drafts/draft';
import type { Surface } from '@/api/surface';
import { formatPercent } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { summarizeInputs } from '@/shared/generation-inputs/summarize-inputs';
import { statusText } from '@/shared/job-text';
import { Age } from '@/shared/relative-time';
import { DraftList } from './draft-list';
import { MAX_CARDS } from './home-parts';
import { AllButton, DRAFT_CARD, DRAFT_CARDS, HomeSection, TITLES } from './home-section';
import { ResultPicture, useLastJob } from './last-result';

/** The newest drafts with their last results; all of them to search, rename and delete on request. */
export function DraftCards({ surface, drafts }: { surface: Surface; drafts: readonly Draft[] }) {
  const [isWhole, setWhole] = useState(false);
  const action = <AllButton label={t('All drafts')} isOpen={isWhole} onToggle={() => setWhole(!isWhole)} />;
  if (isWhole) return <DraftList surface={surface} action={action} />;
  return (
    <HomeSection id="recent-drafts" title={t(TITLES.drafts)} action={action}>
      <ul className={DRAFT_CARDS}>
        {drafts.slice(0, MAX_CARDS).map((draft) => (
          <DraftCard key={draft.id} surface={surface} draft={draft} />
        ))}
      </ul>
    </HomeSection>
  );
}

function DraftCard({ surface, draft }: { surface: Surface; draft: Draft }) {
  const job = useLastJob(surface, draft.lastJobId);
  const note = job && stateNote(job);
  const inputs = useMemo(() => inputsText(draft.text), [draft.text]);
  return (
    <li className="min-w-0">
      <Link
        to="/$surface/submit/$draftId"
        params={{ surface: surface.id, draftId: draft.id }}
        data-opens-on-hold={draft.title}
        className={`${DRAFT_CARD} flex items-center gap-3 overflow-hidden rounded-xl border border-line bg-panel p-2 transition-colors hover:border-control`}
      >
        <span className="size-18 shrink-0 overflow-hidden rounded-md">
          <ResultPicture
            surface={surface}
            job={job}
            icon={draft.origin === 'picture' ? <FileImage aria-hidden /> : <FileBraces aria-hidden />}
          />
        </span>
        <span className="flex min-w-0 flex-1 flex-col text-sm">
          <span className="line-clamp-2 text-base leading-5 font-semibold wrap-anywhere" title={draft.title}>
            {draft.title}
          </span>
          <Age at={draft.updatedAt} className="truncate text-muted" />
          {note ? (
            <span className={`truncate ${note.tone}`}>{note.text}</span>
          ) : (
            <span className="truncate text-faint" title={inputs}>
              {inputs}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** Returns the prompt of a workflow, else the values that usually differ between runs. */
function inputsText(workflowText: string): string {
  const summary = summarizeInputs(workflowText);
  return summary?.prompt || (summary?.main ?? []).map(({ text }) => text).join(' · ');
}

/** What the last job of a draft does, or that it failed; `null` for others. */
function stateNote({ status, progress }: ListedJob): { text: string; tone: string } | null {
  if (status === 'failed') return { text: t('Last job failed'), tone: 'text-bad' };
  if (!isActive(status)) return null;
  const said = statusText(status);
  const name = said.charAt(0).toUpperCase() + said.slice(1);
  return {
    text: status === 'running' && progress ? `${name}, ${formatPercent(progress.value)}` : name,
    tone: 'text-accent',
  };
}
