import type { SeedMode } from '@/domains/drafts/draft';
import { useOutboxView } from '@/domains/outbox/outbox-store';
import { NumberField as SharedNumberField } from '@/shared/fields/number-field';
import { limitsOf, rangeNote, withoutTypeBounds } from '@/shared/fields/number-range';
import { SeedField as SharedSeedField } from '@/shared/fields/seed-field';
import { rangeOf, type FormField } from '../draft/form-model';
import { useEditor } from '../draft/session-context';
import { useField } from './use-field';
import { lastSentText, usedTexts } from '../draft/runs/sent-values';
import { SEED_MODES, seedAfterLimit, withSeedMode } from '../draft/seed-control';

export function NumberField({ field }: { field: FormField }) {
  const { frame, typing } = useField(field);
  const range = rangeOf(field);
  const note = rangeNote(withoutTypeBounds(range));
  return <SharedNumberField {...typing} frame={{ ...frame, note: note || undefined }} range={range} />;
}

export function SeedField({ field }: { field: FormField }) {
  const { editor, frame, typing } = useField(field);
  const mode = useEditor((state) => state.seedModes[field.key] ?? 'keep');
  const draftId = useEditor((state) => state.draft.id);
  const lastSeed = useOutboxView(({ entries }) => lastSentText(entries, draftId, field));
  const range = rangeOf(field);
  const limit = seedAfterLimit(typing.text, mode, limitsOf(range));
  return (
    <SharedSeedField
      {...typing}
      frame={{
        ...frame,
        note: 'after each run',
        hint: limit === null ? frame.hint : `At its limit: continues from ${limit} after the next run`,
      }}
      range={range}
      lastSeed={lastSeed}
      readUsedSeeds={() => usedTexts(useOutboxView.getState().entries, draftId, field)}
      afterRun={{
        mode,
        modes: SEED_MODES,
        onMode: (next) => editor.edit((state) => withSeedMode(state, field.key, next as SeedMode)),
      }}
    />
  );
}
