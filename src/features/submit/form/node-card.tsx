import { TriangleAlert } from 'lucide-react';
import { Fragment, memo, type ReactNode, useMemo, useState } from 'react';
import { classNames } from '@/lib/class-names';
import { msg, t } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
import { toGridFields } from '@/shared/fields/grid-fields';
import { problemText } from '@/shared/node-problem-text';
import { estimateCardHeight } from './card-height';
import { ClassIcon } from './class-icon';
import { revealTarget } from '../draft/focus-field';
import { type FormField, isShortField } from '../draft/form-model';
import { MediaField } from './input-media';
import { MAIN_CARD, type ShownCard } from './main-inputs';
import {
  BooleanField,
  ColorField,
  ComboField,
  JsonField,
  NumberField,
  PromptField,
  SeedField,
  TextField,
} from './plain-fields';
import { findSizeFields, lastOf } from '../draft/resolution';
import { SizePresets } from './size-presets';
import { GroupPrices, NodePrice } from '../prices/price-notes';
import { NodeProblemFix } from '../fixes/problem-fix';
import { fieldHintId, NearContext } from './use-field';
import { useCardProblem } from '../draft/session/use-problems';
import { useEditor, useSession } from '../draft/session/session-context';

/** One node: its title, its id, and its literal inputs; or the main inputs of several nodes. */
export const NodeCard = memo(function NodeCard({ card }: { card: ShownCard }) {
  const isFocused = useEditor((state) => state.focusedNode === card.nodeId);
  const isBad = useCardProblem(card);
  return (
    <CardFrame card={card} border={isBad ? 'border-bad' : isFocused ? 'border-control' : 'border-line'}>
      <CardInputs card={card} />
    </CardFrame>
  );
});

/** A card without its inputs, about as high as with them. It has no state: a large form has thousands. */
export const CardShell = memo(function CardShell({ card }: { card: ShownCard }) {
  return <CardFrame card={card} border="border-line" minHeight={estimateCardHeight(card.fields)} />;
});

interface CardFrameProps {
  card: ShownCard;
  border: string;
  minHeight?: number;
  children?: ReactNode;
}

function CardFrame({ card, border, minHeight, children }: CardFrameProps) {
  const isMain = card.nodeId === MAIN_CARD;
  const headingId = isMain ? 'main-inputs' : `card-${card.nodeId}`;
  return (
    <section
      data-node={isMain ? undefined : card.nodeId}
      aria-labelledby={headingId}
      className={classNames('scroll-mt-4 rounded-xl border bg-panel px-4 pt-3 pb-1.5 transition-colors', border)}
      style={minHeight === undefined ? undefined : { minHeight }}
    >
      <header className={classNames('mb-3 flex items-center gap-x-2.5', isMain && 'flex-wrap gap-y-1.5')}>
        {isMain ? null : <ClassIcon classType={card.classType} className="size-4 shrink-0 text-muted" />}
        <h2
          id={headingId}
          className="min-w-0 truncate font-semibold"
          title={isMain ? t(MAIN_HINT) : (card.description ?? card.classType)}
        >
          {card.title}
        </h2>
        {isMain || card.title === card.classType ? null : (
          <span className="min-w-0 truncate text-sm text-faint">{card.classType}</span>
        )}
        {card.isGuess ? (
          <span className="shrink-0 rounded border border-line px-1.5 text-xs text-muted" title={t(GUESS)}>
            {t('guess')}
          </span>
        ) : null}
        {children && !isMain ? <NodePrice nodeId={card.nodeId} /> : null}
        {children && isMain ? <GroupPrices fields={card.fields} /> : null}
        {isMain ? null : (
          <span className="ml-auto font-mono text-sm text-faint" title={t('Node ID')}>
            {card.nodeId}
          </span>
        )}
      </header>
      {children}
    </section>
  );
}

const GUESS = msg(
  'The server does not list this class. Lists and ranges are the last ones that it listed, or those of the class that comes with ComfyUI; the server decides what it accepts.',
);

const MAIN_HINT = msg('What determines the result most; the other inputs follow by node');

function CardInputs({ card }: { card: ShownCard }) {
  const problems = useEditor((state) => state.nodeProblems[card.nodeId]) ?? [];
  const warnings = useEditor((state) => state.nodeWarnings[card.nodeId]) ?? [];
  const sizes = findSizeFields(card.fields);
  return (
    <>
      {problems.map((problem) => (
        <div
          key={`${problem.field} ${problem.reason}`}
          className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-bad"
        >
          <p>{problemText(problem)}</p>
          <NodeProblemFix nodeId={card.nodeId} problem={problem} />
        </div>
      ))}
      {warnings.map((problem) => (
        <div
          key={`${problem.field} ${problem.reason}`}
          className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-warn"
        >
          <p role="note" className="flex gap-1.5">
            <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            {t('ComfyUI leaves out the outputs that need this: {problem}', { problem: problemText(problem) })}
          </p>
          <NodeProblemFix nodeId={card.nodeId} problem={problem} />
        </div>
      ))}
      <div className="grid grid-cols-2 gap-x-3 gap-y-4">
        {toGridFields(card.fields, isShortField).map(({ field, isWide }) => (
          <Fragment key={field.key}>
            <div
              data-field={field.key}
              // In the group, focus and drops are about the node of the field.
              data-node={card.nodeId === MAIN_CARD ? field.nodeId : undefined}
              className={isWide ? 'group/field col-span-2' : 'group/field'}
            >
              <Widget field={field} />
              {field.spec?.tooltip ? (
                <span id={fieldHintId(field)} className="sr-only">
                  {field.spec.tooltip}
                </span>
              ) : null}
            </div>
            {sizes.map((size) =>
              lastOf(card.fields, size) === field ? <SizePresets key={size.width.key} fields={size} /> : null,
            )}
          </Fragment>
        ))}
      </div>
      {card.moved.length > 0 ? <Moved fields={card.moved} /> : null}
      <Hint card={card} />
    </>
  );
}

/** Says which inputs of the node stand in the group, and leads there. */
function Moved({ fields }: { fields: readonly FormField[] }) {
  const { editor } = useSession();
  return (
    <p className="mt-3 text-sm text-muted">
      <Trans
        text="In main inputs: {inputs}"
        values={{
          inputs: fields.map(({ key, nodeId, name }, index) => (
            <Fragment key={key}>
              {index > 0 ? ', ' : null}
              <button
                type="button"
                className="rounded hover:text-text hover:underline"
                onClick={() => revealTarget(editor, { nodeId, fieldKey: key })}
              >
                {name}
              </button>
            </Fragment>
          )),
        }}
      />
    </p>
  );
}

/** One line for the focused field, which it names: below every field, hints would double the height of the form. */
function Hint({ card }: { card: ShownCard }) {
  const focusedField = useEditor((state) => state.focusedField);
  const field = card.fields.find(({ key }) => key === focusedField);
  const tooltip = field?.spec?.tooltip;
  return (
    <p aria-hidden className="mt-1.5 h-4 truncate text-sm text-faint" title={tooltip}>
      {field && tooltip ? (
        <>
          <span className="text-muted">{field.name}:</span> {tooltip}
        </>
      ) : null}
    </p>
  );
}

export function Widget({ field }: { field: FormField }) {
  const [isNear, setNear] = useState(false);
  const near = useMemo(() => ({ isNear, onNear: () => setNear(true) }), [isNear]);
  return (
    <NearContext value={near}>
      <WidgetOfKind field={field} />
    </NearContext>
  );
}

function WidgetOfKind({ field }: { field: FormField }) {
  switch (field.kind) {
    case 'int':
    case 'float':
      return <NumberField field={field} />;
    case 'seed':
      return <SeedField field={field} />;
    case 'text':
      return <TextField field={field} />;
    case 'long_text':
      return <PromptField field={field} />;
    case 'color':
    case 'color_number':
      return <ColorField field={field} />;
    case 'boolean':
      return <BooleanField field={field} />;
    case 'combo':
      return <ComboField field={field} />;
    case 'media':
      return <MediaField field={field} />;
    case 'json':
      return <JsonField field={field} />;
  }
}
