import { useState } from 'react';
import type { JsonValue } from '@contract/json/lossless';
import type { GenerationInputs } from '@contract/workflow/generation-inputs/generation-inputs';
import { mainSources } from '@/domains/generation-inputs/main-sources';
import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { ValueActions, type ShownValue } from './value-actions';
import { shortText, valueText } from './value-text';

/** A whole prompt or list would hide the other values. */
const MAX_CHARS = 400;
/** Thousands of nodes would block the page. */
const FIRST_NODES = 100;

interface ChangedValuesTableProps {
  inputs: GenerationInputs;
  nodes: GenerationInputs['changed'];
  /** Makes the titles buttons, such as to show the node in the graph. */
  onChooseNode?: ((id: string) => void) | undefined;
}

/** Values that differ from the defaults, by node in execution order. */
export function ChangedValuesTable({ inputs, nodes, onChooseNode }: ChangedValuesTableProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? nodes : nodes.slice(0, FIRST_NODES);
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      {shown.map(({ nodeId, title, isKnown, values }) => (
        <section
          key={nodeId}
          aria-label={nodeId === '' ? undefined : t('{title}, node {nodeId}', { title, nodeId })}
          className="not-first:border-t not-first:border-line"
        >
          {nodeId === '' ? null : (
            <h3 className="flex items-baseline gap-2 bg-hover/50 px-3 py-1.5 font-medium">
              {onChooseNode ? (
                <button
                  type="button"
                  className="min-w-0 truncate rounded text-left hover:underline"
                  title={t('Show in graph')}
                  onClick={() => onChooseNode(nodeId)}
                >
                  {title}
                </button>
              ) : (
                <span className="min-w-0 truncate">{title}</span>
              )}
              <span className="font-mono text-sm font-normal text-muted">{nodeId}</span>
              {isKnown ? null : <span className="ml-auto text-sm font-normal text-muted">{t('defaults unknown')}</span>}
            </h3>
          )}
          <dl>
            {values.map(({ input, value, default: preset }) => (
              <div
                key={input}
                className="group grid grid-cols-[minmax(0,0.7fr)_minmax(0,1.3fr)] items-center gap-x-3 border-t border-line py-1 pr-1.5 pl-3"
              >
                <dt className="min-w-0 break-words text-muted">{input}</dt>
                <dd className="flex min-w-0 items-center gap-x-3">
                  <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
                    <span className="min-w-0 font-medium wrap-anywhere" title={exactText(value)}>
                      {cut(shortText(value))}
                    </span>
                    {preset === undefined ? null : (
                      <span className="text-sm wrap-anywhere text-muted">
                        {valueText(preset) === ''
                          ? t('default empty')
                          : t('default {value}', { value: cut(shortText(preset)) })}
                      </span>
                    )}
                  </span>
                  <ValueActions
                    text={valueText(value)}
                    name={input}
                    values={() => [shownValue(inputs, { nodeId, input, value })]}
                    isQuiet
                  />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {shown.length < nodes.length ? (
        <div className="border-t border-line p-2">
          <Button size="sm" onClick={() => setIsWhole(true)}>
            {t('Show all {count} nodes', { count: formatInteger(nodes.length) })}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function shownValue(inputs: GenerationInputs, shown: Omit<ShownValue, 'role'>): ShownValue {
  const main = mainSources(inputs).find(({ nodeId, input }) => nodeId === shown.nodeId && input === shown.input);
  return { ...shown, role: main?.role ?? null };
}

/** Returns the exact value if it is not shown. */
function exactText(value: JsonValue): string | undefined {
  const text = valueText(value);
  return shortText(value) === text ? undefined : text;
}

function cut(text: string): string {
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text;
}
