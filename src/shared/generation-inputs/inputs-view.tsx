import { RefreshCw } from 'lucide-react';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { modelName, promptParts } from '@/domains/generation-inputs/a1111-text';
import type { GenerationInputs, MainValue, PromptText } from '@contract/workflow/generation-inputs/generation-inputs';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import type { MenuItem } from '@/ui/overlay/menu';
import { Skeleton } from '@/ui/skeleton';
import { ChangedValuesTable } from './changed-values-table';
import type { ReadInputs } from './use-generation-inputs';
import { ValueActions, ValueOffersContext, type OfferForValues, type ShownValue } from './value-actions';
import { groupValues, loraText, otherChanges, settingRows, shortLoraText, valueText } from './value-text';

interface InputsViewProps {
  read: Pick<ReadInputs, 'inputs' | 'hasDefaults'>;
  /** Of a request, which has no nodes. */
  isRequest?: boolean;
  /** `null` where there is nothing to reuse values in. */
  reuse: OfferForValues | null;
  find: OfferForValues;
  onChooseNode?: ((id: string) => void) | undefined;
}

/** What a result was made from: its prompts, its main values, and what else differs from the defaults. */
export function InputsView({
  read: { inputs, hasDefaults },
  isRequest = false,
  reuse,
  find,
  onChooseNode,
}: InputsViewProps) {
  const offers = useMemo(() => [reuse, find].filter((offer) => offer !== null), [reuse, find]);
  const { positive, negative, models, loras, vaes, seeds, files } = inputs;
  const settings = settingRows(inputs);
  const hasMain = [models, loras, vaes, seeds, files, settings].some(({ length }) => length > 0);
  const changes = otherChanges(inputs, isRequest);
  return (
    <ValueOffersContext value={offers}>
      <div className="flex flex-col divide-y divide-line [&>*]:py-4 [&>*:first-child]:pt-0 [&>*:last-child]:pb-0">
        <Prompt
          label={isRequest && negative.length === 0 ? t('Prompt') : t('Positive prompt')}
          kind="positive"
          prompts={positive}
        />
        <Prompt label={t('Negative prompt')} kind="negative" prompts={negative} />
        {hasMain ? (
          <div className="flex flex-col gap-2.5">
            <Rows label={t('Model')} values={models} format={modelName} />
            {loras.length === 0 ? null : (
              <Row
                label={t('LoRAs')}
                copied={loras.map(loraText).join(', ')}
                values={loras.map(({ nodeId, input, name }) => ({ nodeId, input, value: name, role: 'lora' }))}
              >
                <span className="flex flex-wrap gap-1.5">
                  {loras.map((lora) => (
                    <span
                      key={`${lora.nodeId} ${lora.input}`}
                      className="rounded bg-hover px-1.5 text-sm/6 wrap-anywhere"
                      title={[lora.name, ...lora.strengths.map(valueText)].join(' ')}
                    >
                      {shortLoraText(lora)}
                    </span>
                  ))}
                </span>
              </Row>
            )}
            <Rows label="VAE" values={vaes} format={modelName} />
            <Rows label={t('File')} values={files} format={shortened} />
            {groupValues(seeds).map(({ text, values }) => (
              <Row
                key={text}
                label={t('Seed')}
                copied={text}
                values={shownOf(values)}
                action={<ReuseButton offer={reuse?.(t('Seed'), shownOf(values)) ?? null} />}
              >
                <span className="font-mono wrap-anywhere">{text}</span>
              </Row>
            ))}
            {settings.length === 0 ? null : (
              <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-x-4 gap-y-2.5">
                {settings.map(({ label, text, short, values }) => (
                  <Row key={label} label={label} copied={text} values={shownOf(values)} isQuiet>
                    <span className="wrap-anywhere" title={short === text ? undefined : text}>
                      {short}
                    </span>
                  </Row>
                ))}
              </div>
            )}
          </div>
        ) : null}
        {isRequest && changes.length === 0 ? (
          <AllDefault />
        ) : (
          <Changes
            title={isRequest ? t('Other values') : t('Changed values by node')}
            inputs={inputs}
            changes={changes}
            hasDefaults={hasDefaults}
            onChooseNode={onChooseNode}
          />
        )}
      </div>
    </ValueOffersContext>
  );
}

function AllDefault() {
  return <p className="text-muted">{t('All other values are the defaults.')}</p>;
}

/** The page stays usable with a text of any length. */
const MAX_PROMPT_CHARS = 20_000;

/** More than the folded lines of the widest pane: what is below the prompts stays in view. */
const LONG_PROMPT_CHARS = 900;
const LONG_PROMPT_LINES = 12;
/** Enough for the folded lines. */
const FOLDED_CHARS = 3000;

interface PromptProps {
  label: string;
  kind: 'positive' | 'negative';
  prompts: readonly PromptText[];
}

function Prompt({ label, kind, prompts }: PromptProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const parts = promptParts(prompts);
  if (parts.length === 0) return null;
  const text = parts.join('\n');
  const isLong = text.length > LONG_PROMPT_CHARS || text.split('\n').length > LONG_PROMPT_LINES;
  return (
    <section aria-labelledby={id}>
      <div className="mb-1 flex items-center justify-between gap-2">
        <h2 id={id} className="text-muted">
          {label}
        </h2>
        <ValueActions
          text={text}
          name={label}
          values={() =>
            prompts.map((prompt) => ({ nodeId: prompt.nodeId, input: prompt.input, value: prompt.text, role: kind }))
          }
        />
      </div>
      <div id={`${id}-text`}>
        {isLong && !isOpen ? (
          <p className="line-clamp-8 wrap-anywhere whitespace-pre-wrap">{text.slice(0, FOLDED_CHARS)}</p>
        ) : (
          parts.map((part) => (
            <p key={part} className="wrap-anywhere whitespace-pre-wrap not-first:mt-2">
              {part.slice(0, MAX_PROMPT_CHARS)}
            </p>
          ))
        )}
      </div>
      {isLong ? (
        <Button
          size="sm"
          tone="ghost"
          className="mt-1 -ml-2"
          aria-expanded={isOpen}
          aria-controls={`${id}-text`}
          aria-describedby={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('Show less') : t('Show all')}
        </Button>
      ) : null}
    </section>
  );
}

interface RowsProps {
  label: string;
  values: readonly MainValue[];
  format?: (text: string) => string;
}

function Rows({ label, values, format = asWritten }: RowsProps) {
  return groupValues(values).map(({ text, values: alike }) => (
    <Row key={text} label={label} copied={text} values={shownOf(alike)}>
      <span className="font-medium wrap-anywhere" title={shortened(text)}>
        {format(text)}
      </span>
    </Row>
  ));
}

function shownOf(values: readonly MainValue[]): ShownValue[] {
  return values.map(({ nodeId, input, value, kind }) => ({ nodeId, input, value, role: kind }));
}

function asWritten(text: string): string {
  return text;
}

/** Requests may contain the file itself. */
const MAX_FILE_CHARS = 160;

function shortened(text: string): string {
  return text.length > MAX_FILE_CHARS ? `${text.slice(0, MAX_FILE_CHARS)}…` : text;
}

function ReuseButton({ offer }: { offer: MenuItem | null }) {
  return offer === null || offer.disabledReason ? null : (
    <button
      type="button"
      className="flex items-center gap-1.5 rounded px-1 text-accent hover:underline [&_svg]:size-3.5"
      title={offer.label}
      onClick={offer.onSelect}
    >
      <RefreshCw aria-hidden />
      {t('Reuse')}
    </button>
  );
}

interface RowProps {
  label: string;
  copied: string;
  values: readonly ShownValue[];
  action?: ReactNode;
  isQuiet?: boolean;
  children: ReactNode;
}

function Row({ label, copied, values, action, isQuiet = false, children }: RowProps) {
  return (
    <div
      className="group grid grid-cols-[4.75rem_minmax(0,1fr)_auto] items-start gap-x-2"
      role="group"
      aria-label={label}
    >
      <span className="text-muted">{label}</span>
      {children}
      <span className="flex items-center gap-1">
        {action}
        <ValueActions text={copied} name={label} values={() => values} isQuiet={isQuiet} />
      </span>
    </div>
  );
}

interface ChangesProps {
  title: string;
  inputs: GenerationInputs;
  changes: GenerationInputs['changed'];
  hasDefaults: boolean;
  onChooseNode: ((id: string) => void) | undefined;
}

function Changes({ title, inputs, changes, hasDefaults, onChooseNode }: ChangesProps) {
  const id = useId();
  const count = changes.reduce((sum, { values }) => sum + values.length, 0);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 flex flex-wrap items-baseline gap-x-2 font-semibold">
        {title}
        {hasDefaults && count > 0 ? (
          <span className="text-sm font-normal text-muted">
            {t('{count, plural, one {# value} other {# values}}, against the defaults', { count })}
          </span>
        ) : null}
      </h2>
      {!hasDefaults ? (
        <Skeleton className="h-24 rounded-lg" />
      ) : count === 0 ? (
        <AllDefault />
      ) : (
        <ChangedValuesTable inputs={inputs} nodes={changes} onChooseNode={onChooseNode} />
      )}
    </section>
  );
}
