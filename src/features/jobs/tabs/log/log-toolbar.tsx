import { ArrowDownToLine, ChevronDown, ChevronUp, Copy, Download, WrapText } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { formatInteger } from '@/lib/format';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Select } from '@/ui/input/select';
import { TextInput } from '@/ui/input/text-input';
import { MAX_MATCHES, type LevelFilter } from './log-lines';

const levels: { value: LevelFilter; label: Message }[] = [
  { value: 'all', label: msg('All lines') },
  { value: 'warnings', label: msg('Warnings and errors') },
  { value: 'errors', label: msg('Errors') },
];

interface LogToolbarProps {
  query: string;
  onQuery: (query: string) => void;
  matchCount: number;
  matchAt: number;
  onStep: (step: 1 | -1) => void;
  level: LevelFilter;
  onLevel: (level: LevelFilter) => void;
  isWrapped: boolean;
  onWrap: (isWrapped: boolean) => void;
  isFollowing: boolean;
  /** `null` if the log is complete. */
  onFollow: ((isFollowing: boolean) => void) | null;
  onCopy: () => void;
  onDownload: () => void;
}

export function LogToolbar(props: LogToolbarProps) {
  const { query, onQuery, matchCount, matchAt, onStep, level, onLevel } = props;
  const found = formatInteger(matchCount);
  const count = matchCount === MAX_MATCHES ? t('{count} or more', { count: found }) : found;
  return (
    <div
      role="toolbar"
      aria-label={t('Log tools')}
      className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 px-3 py-2"
    >
      <div className="w-44">
        <TextInput
          type="search"
          aria-label={t('Search the log')}
          placeholder={t('Search the log')}
          value={query}
          onChange={({ currentTarget }) => onQuery(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && matchCount > 0) onStep(event.shiftKey ? -1 : 1);
          }}
        />
      </div>
      {query === '' ? null : (
        <div className="flex items-center">
          <span role="status" className="px-1 text-sm text-muted">
            {matchCount === 0
              ? t('not found')
              : t('{position} of {count}', { position: formatInteger(matchAt + 1), count })}
          </span>
          <Tool label={t('Previous match')} note={t('Shift Enter')} onPress={() => onStep(-1)} isOff={matchCount === 0}>
            <ChevronUp aria-hidden />
          </Tool>
          <Tool label={t('Next match')} note={t('Enter')} onPress={() => onStep(1)} isOff={matchCount === 0}>
            <ChevronDown aria-hidden />
          </Tool>
        </div>
      )}
      <div className="w-40">
        <Select
          aria-label={t('Lines to show')}
          value={level}
          options={levels.map(({ value, label }) => ({ value, label: t(label) }))}
          onValueChange={(value) => onLevel(levels.find((item) => item.value === value)?.value ?? 'all')}
        />
      </div>
      <div className="ml-auto flex items-center gap-0.5">
        {props.onFollow ? (
          <Tool label={t('Follow')} isOn={props.isFollowing} onPress={() => props.onFollow?.(!props.isFollowing)}>
            <ArrowDownToLine aria-hidden />
          </Tool>
        ) : null}
        <Tool label={t('Wrap long lines')} isOn={props.isWrapped} onPress={() => props.onWrap(!props.isWrapped)}>
          <WrapText aria-hidden />
        </Tool>
        <Tool label={t('Copy the log')} onPress={props.onCopy}>
          <Copy aria-hidden />
        </Tool>
        <Tool label={t('Download the log')} onPress={props.onDownload}>
          <Download aria-hidden />
        </Tool>
      </div>
    </div>
  );
}

interface ToolProps {
  label: string;
  /** Shortcut. */
  note?: string;
  /** For toggle buttons only. */
  isOn?: boolean;
  isOff?: boolean;
  onPress: () => void;
  children: ReactNode;
}

function Tool({ label, note, isOn, isOff, onPress, children }: ToolProps) {
  return (
    <Button
      tone="ghost"
      size="icon-sm"
      aria-label={label}
      aria-pressed={isOn}
      title={note ? `${label} (${note})` : label}
      className={classNames(isOn && 'bg-accent-soft text-text')}
      disabledReason={isOff ? t('No matches.') : null}
      onClick={onPress}
    >
      {children}
    </Button>
  );
}
