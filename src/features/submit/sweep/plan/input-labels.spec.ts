import { describe, expect, it } from 'vitest';
import { SD15 } from '@contract/workflow/generation-inputs/testing/known-workflows';
import { fieldKey } from '@/domains/drafts/field-key';
import { makeDraft } from '@/domains/drafts/make-draft';
import { openEditor } from '../../draft/editor-state';
import { buildSweep } from './build-sweep';
import { withTable } from './csv-axis';
import { newCsvAxis, newInputAxis, newSweep } from './sweep-form';
import { sweepContextOf } from './sweep-context';

const context = sweepContextOf(
  openEditor(makeDraft('local', { text: JSON.stringify(SD15), title: 'x', origin: 'file' }, 0), null),
);
const labelOf = (nodeId: string, input: string) => context.labels.get(fieldKey(nodeId, input))?.shown;

describe('the axes of a sweep', () => {
  it('are called as the form calls their inputs', () => {
    expect([labelOf('6', 'text'), labelOf('7', 'text'), labelOf('3', 'cfg')]).toEqual([
      'Positive prompt',
      'Negative prompt',
      'cfg',
    ]);
    const prompt = context.form.fields.get(fieldKey('6', 'text')) ?? null;
    const axis = { ...newInputAxis('a', prompt, '1'), source: 'list' as const, list: 'a lake\na hill' };
    const { labels, plan } = buildSweep({ ...newSweep(), axes: [axis] }, context);
    expect(labels).toEqual(['Positive prompt']);
    expect(plan?.axes[0]).toMatchObject({ label: 'Positive prompt', inputs: [{ label: 'Positive prompt' }] });
  });

  it('take columns that are called as in the form, or by node', () => {
    const negative = fieldKey('7', 'text');
    const text = `Positive prompt;${context.labels.get(negative)?.short}\na;b`;
    const { columns } = withTable(newCsvAxis('t'), text, null, context.labels, () => null);
    expect(columns).toEqual([fieldKey('6', 'text'), negative]);
  });
});
