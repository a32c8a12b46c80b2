import type { ReactNode } from 'react';
import type { JsonValue } from '@contract/json/lossless';
import { asLink, nodeTitle, type Graph } from '@contract/workflow/graph';
import {
  hasOtherClass,
  type NodeDifference,
  type WorkflowDifferences,
} from '@/domains/workflow-differences/diff-workflows';
import { diffWords } from '@/domains/workflow-differences/diff-words';
import { idText, inputText, shownNode, titleText } from '@/domains/workflow-differences/differences-text';
import { classNames } from '@/lib/class-names';
import { formatBytes } from '@/lib/format';
import { msg, t } from '@/lib/i18n/messages';

interface NodeDifferencesProps {
  node: NodeDifference;
  differences: WorkflowDifferences;
}

const KINDS = {
  added: { label: msg('Added'), className: 'bg-ok-soft text-ok' },
  removed: { label: msg('Removed'), className: 'bg-bad-soft text-bad' },
  changed: { label: msg('Changed'), className: 'bg-hover text-muted' },
};

/** One node: its title and class, and one row per input. */
export function NodeDifferences({ node, differences }: NodeDifferencesProps) {
  const shown = shownNode(node);
  const title = nodeTitle(shown);
  const { label, className } = KINDS[node.kind];
  return (
    <li className="rounded-lg border border-line [contain-intrinsic-size:auto_90px] [content-visibility:auto]">
      <h3 className="flex items-baseline gap-2 px-3 py-2">
        <span className={classNames('shrink-0 rounded px-1.5 text-sm', className)}>{t(label)}</span>
        <span className="min-w-0 truncate font-semibold">{title}</span>
        {title === shown.classType ? null : (
          <span className="min-w-0 truncate text-sm font-normal text-faint">{shown.classType}</span>
        )}
        <span className="ml-auto shrink-0 font-mono text-sm font-normal text-faint" title={t('Node id')}>
          {idText(node)}
        </span>
      </h3>
      <dl className="divide-y divide-line border-t border-line text-sm empty:hidden">
        <Rows node={node} differences={differences} />
      </dl>
    </li>
  );
}

function Rows({ node, differences: { before, after } }: NodeDifferencesProps) {
  if (node.kind !== 'changed') {
    const graph = node.kind === 'added' ? after : before;
    return Object.entries(shownNode(node).inputs).map(([input, value]) => (
      <Row key={input} name={input}>
        <Value value={value} graph={graph} />
      </Row>
    ));
  }
  return (
    <>
      {hasOtherClass(node) ? (
        <Row name="class" isOfNode>
          <Change before={node.before.classType} after={node.after.classType} />
        </Row>
      ) : null}
      {node.before.title === node.after.title ? null : (
        <Row name="title" isOfNode>
          <Change before={titleText(node.before.title)} after={titleText(node.after.title)} />
        </Row>
      )}
      {node.inputs.map(({ input, before: old, after: next }) => (
        <Row key={input} name={input}>
          {typeof old === 'string' && typeof next === 'string' && isProse(old, next) ? (
            <Words before={old} after={next} />
          ) : (
            <Change
              before={old === undefined ? null : <Value value={old} graph={before} />}
              after={next === undefined ? null : <Value value={next} graph={after} />}
            />
          )}
        </Row>
      ))}
    </>
  );
}

function Row({ name, isOfNode = false, children }: { name: string; isOfNode?: boolean; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(90px,180px)_1fr] gap-3 px-3 py-1.5 max-sm:grid-cols-1 max-sm:gap-0.5">
      <dt className={classNames('min-w-0 wrap-anywhere', isOfNode ? 'text-faint italic' : 'font-mono text-muted')}>
        {name}
      </dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

/** @param before `null`: missing */
function Change({ before, after }: { before: ReactNode; after: ReactNode }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
      {before === null ? <Missing /> : <del className={DELETED}>{before}</del>}
      <span aria-hidden className="text-faint">
        →
      </span>
      {after === null ? <Missing /> : <ins className={INSERTED}>{after}</ins>}
    </span>
  );
}

function Missing() {
  return <span className="text-faint">{t('missing')}</span>;
}

const DELETED = 'rounded bg-bad-soft px-1 decoration-bad/60';
const INSERTED = 'rounded bg-ok-soft px-1 no-underline';

const MAX_VALUE_CHARS = 2000;

function Value({ value, graph }: { value: JsonValue; graph: Graph }) {
  if (asLink(value)) return inputText(value, graph);
  const text = inputText(value, graph);
  if (text.length <= MAX_VALUE_CHARS) return <span className="font-mono">{text}</span>;
  return (
    <span className="font-mono">
      {text.slice(0, MAX_VALUE_CHARS)}…{' '}
      <span className="font-sans text-faint">{t('{size} in all', { size: formatBytes(text.length) })}</span>
    </span>
  );
}

/** Returns true for texts of several words: names of files and choices are compared whole. */
function isProse(before: string, after: string): boolean {
  return [before, after].every(
    (text) => /\S\s+\S/.test(text) || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}/u.test(text),
  );
}

const TAGS = { same: 'span', removed: 'del', added: 'ins' } as const;
const MARKS = { same: undefined, removed: DELETED, added: INSERTED };

/** Two texts as one, with what was removed and what was added. */
export function Words({ before, after }: { before: string; after: string }) {
  const parts = diffWords(before, after);
  return (
    <p className="whitespace-pre-wrap">
      {parts.map(({ kind, text }, index) => {
        const Part = TAGS[kind];
        return (
          // oxlint-disable-next-line react/no-array-index-key -- parts have no identity: others replace them all at once
          <Part key={index} className={MARKS[kind]}>
            {text}
          </Part>
        );
      })}
    </p>
  );
}
