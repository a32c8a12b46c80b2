import { useMemo, useState } from 'react';
import type { Job } from '@contract/jobs/schemas';
import { cspNonce } from '@/lib/csp-nonce';
import { t } from '@/lib/i18n/messages';
import { copyText } from '@/shared/copy-text';
import { saveText } from '@/shared/files/save-text';
import { shortId } from '../../job/job-title';
import { withoutAnsi } from './ansi';
import { findMatches, linesOfLevel, readLines, type LevelFilter } from './log-lines';
import { LogRows } from './log-rows';
import { LogToolbar } from './log-toolbar';
import logStyles from './log.css?inline';

interface LogViewProps {
  job: Job;
  text: string;
  notice: string | null;
  isRunning: boolean;
}

/** Log with search, level filter, line wrapping and following. */
export function LogView({ job, text, notice, isRunning }: LogViewProps) {
  const [query, setQuery] = useState('');
  const [chosenMatch, setChosenMatch] = useState(0);
  const [level, setLevel] = useState<LevelFilter>('all');
  const [isWrapped, setIsWrapped] = useState(true);
  const [isFollowing, setIsFollowing] = useState(true);
  const lines = useMemo(() => readLines(text), [text]);
  const shown = useMemo(() => linesOfLevel(lines, level), [lines, level]);
  const matches = useMemo(() => findMatches(lines, shown, query), [lines, shown, query]);
  const at = Math.min(chosenMatch, Math.max(0, matches.length - 1));
  return (
    <>
      {/* Inlined in the code, since a separate stylesheet might fail to load. */}
      <style href="log" precedence="log" nonce={cspNonce()}>
        {logStyles}
      </style>
      <LogToolbar
        query={query}
        onQuery={(next) => {
          setQuery(next);
          setChosenMatch(0);
        }}
        matchCount={matches.length}
        matchAt={at}
        onStep={(step) => setChosenMatch((at + step + matches.length) % Math.max(1, matches.length))}
        level={level}
        onLevel={setLevel}
        isWrapped={isWrapped}
        onWrap={setIsWrapped}
        isFollowing={isFollowing}
        onFollow={isRunning ? setIsFollowing : null}
        onCopy={() => void copyText(withoutAnsi(text), t('Log'))}
        onDownload={() => saveText(text, `log-${shortId(job.id)}.txt`)}
      />
      {notice ? <p className="shrink-0 px-5 pb-2 text-sm text-muted">{notice}</p> : null}
      {shown.length === 0 ? (
        <p className="px-5 py-6 text-center text-muted">
          {level === 'errors' ? t('No line looks like an error.') : t('No line looks like a warning or an error.')}
        </p>
      ) : (
        <LogRows
          lines={lines}
          shown={shown}
          matches={matches}
          currentMatch={matches[at] ?? null}
          isWrapped={isWrapped}
          isFollowing={isRunning && isFollowing}
          onFollow={setIsFollowing}
        />
      )}
    </>
  );
}
