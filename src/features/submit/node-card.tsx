import { memo } from 'react';
import { classNames } from '@/lib/class-names';
import { problemText } from '@/shared/node-problem-text';
import { ClassIcon } from './class-icon';
import type { FormCard, FormField } from './form-model';
import { MediaField } from './media-field';
import { NumberField } from './number-field';
import { BooleanField, ComboField, JsonField, TextField } from './plain-fields';
import { SeedField } from './seed-field';
import { fieldHintId } from './use-field';
import { useCardProblem } from './use-problems';
import { useEditor } from './session-context';

/** One node: its title, its id, and its literal inputs. */
export const NodeCard = memo(function NodeCard({ card }: { card: FormCard }) {
  const isFocused = useEditor((state) => state.focusedNode === card.nodeId);
  const problems = useEditor((state) => state.nodeProblems[card.nodeId]) ?? [];
  const isBad = useCardProblem(card);
  const headingId = `card-${card.nodeId}`;
  return (
    <section
      data-node={card.nodeId}
      aria-labelledby={headingId}
      className={classNames(
        'scroll-mt-4 rounded-xl border [contain-intrinsic-size:auto_220px] [content-visibility:auto] bg-panel px-4 pt-3 pb-1.5 transition-colors',
        isBad ? 'border-bad' : isFocused ? 'border-control' : 'border-line',
      )}
    >
      <header className="mb-3 flex items-center gap-2.5">
        <ClassIcon classType={card.classType} className="size-4 shrink-0 text-muted" />
        <h2 id={headingId} className="min-w-0 truncate font-semibold" title={card.description ?? card.classType}>
          {card.title}
        </h2>
        {card.title === card.classType ? null : (
          <span className="min-w-0 truncate text-sm text-faint">{card.classType}</span>
        )}
        <span className="ml-auto font-mono text-sm text-faint" title="Node id">
          {card.nodeId}
        </span>
      </header>
      {problems.map((problem) => (
        <p key={`${problem.field} ${problem.reason}`} className="mb-3 text-sm text-bad">
          {problemText(problem)}
        </p>
      ))}
      <div className="grid grid-cols-2 gap-x-3 gap-y-4">
        {card.fields.map((field, index) => (
          <div
            key={field.key}
            data-field={field.key}
            className={isSpread(card.fields, index) ? 'col-span-2' : undefined}
          >
            <Widget field={field} />
            {field.spec?.tooltip ? (
              <span id={fieldHintId(field)} className="sr-only">
                {field.spec.tooltip}
              </span>
            ) : null}
          </div>
        ))}
      </div>
      <Hint card={card} />
    </section>
  );
});

function isSpread(fields: readonly FormField[], index: number): boolean {
  if (!isShort(fields[index])) return true;
  // The last of an odd run of short fields takes the whole row.
  let start = index;
  while (start > 0 && isShort(fields[start - 1])) start -= 1;
  return (index - start) % 2 === 0 && !isShort(fields[index + 1]);
}

/** Short fields stand side by side. */
function isShort(field: FormField | undefined): boolean {
  return field !== undefined && ['int', 'float', 'boolean', 'combo'].includes(field.kind);
}

/** One line for the field in focus: under every field it would make the form twice as long. */
function Hint({ card }: { card: FormCard }) {
  const focusedField = useEditor((state) => state.focusedField);
  const tooltip = card.fields.find((field) => field.key === focusedField)?.spec?.tooltip;
  return (
    <p aria-hidden className="mt-1.5 h-4 truncate text-sm text-faint" title={tooltip}>
      {tooltip}
    </p>
  );
}

function Widget({ field }: { field: FormField }) {
  switch (field.kind) {
    case 'int':
    case 'float':
      return <NumberField field={field} />;
    case 'seed':
      return <SeedField field={field} />;
    case 'text':
    case 'long_text':
      return <TextField field={field} />;
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
