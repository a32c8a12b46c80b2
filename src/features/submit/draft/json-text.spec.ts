import { describe, expect, it } from 'vitest';
import { fieldKey } from '@/domains/drafts/field-key';
import { makeDraft } from '@/domains/drafts/make-draft';
import { openEditor, redoEdit, setValue, undoEdit, workflowText } from './editor-state';
import { isTooLong, jsonProblem, readJson, shownJson, typedJson, type WithJsonText } from './json-text';

const TEXT = '{"3":{"class_type":"KSampler","inputs":{"seed":18446744073709551615,"cfg":7.0,"steps":20}}}';
const SHOWN = `{
  "3": {
    "class_type": "KSampler",
    "inputs": {
      "seed": 18446744073709551615,
      "cfg": 7.0,
      "steps": 20
    }
  }
}`;
const key = (name: string) => fieldKey('3', name);

function open(text = TEXT): WithJsonText {
  return { ...openEditor(makeDraft('local', { text, title: 'x', origin: 'file' }, 0), null), json: null };
}

/** Types a text, and pauses. */
function type(state: WithJsonText, text: string, at = 1): WithJsonText {
  return readJson({ ...state, json: typedJson(state, text) }, at);
}

describe('the JSON view of a draft', () => {
  it('shows every digit of what runs, and follows the form', () => {
    const state = open();
    expect(shownJson(state)).toBe(SHOWN);
    expect(shownJson({ ...state, ...setValue(state, key('steps'), 30, 1) })).toBe(SHOWN.replace('20', '30'));
  });

  it('changes the form: values, inputs and nodes, which are undone together', () => {
    const state = open();
    const added = SHOWN.replace('"cfg": 7.0,', '"cfg": 7.0, "denoise": 0.5,').replace(
      /\}\s*$/,
      ', "9": {"class_type":"Save"}}',
    );
    const next = type(state, added.replace('615', '614'));
    expect(String(next.values.get(key('seed')))).toBe('18446744073709551614');
    expect(next.values.get(key('denoise'))).toBe(0.5);
    expect([...next.graph.keys()]).toEqual(['3', '9']);
    // As it was typed, and as it runs.
    expect(shownJson(next)).toBe(added.replace('615', '614'));
    expect(workflowText(next)).toBe(added.replace('615', '614'));
    const undone = { ...next, ...undoEdit(next) };
    expect([workflowText(undone), shownJson(undone)]).toEqual([TEXT, SHOWN]);
    expect(workflowText(redoEdit(undone))).toBe(workflowText(next));
  });

  it('undoes texts that follow each other at once together, and later ones by themselves', () => {
    const first = type(open(), SHOWN.replace('20', '21'), 1000);
    const second = type(first, SHOWN.replace('20', '22'), 1500);
    expect(second.undo).toHaveLength(1);
    expect(type(second, SHOWN.replace('20', '23'), 9000).undo).toHaveLength(2);
  });

  it('keeps a text that is no workflow as it is typed, and the form as it was', () => {
    const broken = SHOWN.replace('"steps": 20', '"steps": ');
    const state = type(open(), broken);
    expect(shownJson(state)).toBe(broken);
    expect(workflowText(state)).toBe(TEXT);
    expect(state.undo).toEqual([]);
    expect(jsonProblem(state)?.message).toMatch(
      /^This is not valid JSON\. .* at line 8, column 5\. The form shows the last/,
    );
    expect(jsonProblem(state)?.offset).toBe(broken.indexOf('}'));
    const noNode = '{"3":{"class_type":"KSampler","inputs":{}},"4":[]}';
    expect(jsonProblem(type(state, noNode))).toMatchObject({ offset: noNode.indexOf('[]') });
    expect(jsonProblem(type(state, SHOWN))).toBeNull();
  });

  it('keeps what was changed in the form while the text could not be read', () => {
    const broken = type(open(), SHOWN.replace('"cfg": 7.0', '"cfg": '));
    const edited = { ...broken, ...setValue(broken, key('steps'), 30, 2) };
    const fixed = type(edited, SHOWN.replace('"cfg": 7.0', '"cfg": 5.5'), 3);
    expect([fixed.values.get(key('cfg')), fixed.values.get(key('steps'))]).toEqual([5.5, 30]);
    expect(shownJson(fixed)).toBe(SHOWN.replace('7.0', '5.5').replace('20', '30'));
    // What the text itself says about an input wins.
    const both = type(edited, SHOWN.replace('7.0', '5.5').replace('20', '40'), 3);
    expect(both.values.get(key('steps'))).toBe(40);
  });

  it('takes the body of a request, as scripts have it', () => {
    const state = type(open(), `{"prompt": ${TEXT.replace('20', '12')}, "client_id": "a"}`);
    expect(workflowText(state)).toBe(TEXT.replace('20', '12'));
    expect(shownJson(state)).toBe(`{"prompt": ${TEXT.replace('20', '12')}, "client_id": "a"}`);
  });

  it('has each link on one line', () => {
    const linked = '{"a":{"class_type":"Save","inputs":{"images":["12:3",0],"list":["x",1,2],"y":["d","e"]}}}';
    const shown = shownJson(open(linked));
    expect(shown).toContain('"images": ["12:3", 0],\n      "list": [\n        "x",\n');
    expect(JSON.parse(shown)).toEqual(JSON.parse(linked));
  });

  it('replaces what runs in another way than it is written', () => {
    const state = type(open(), TEXT.replace('20', 'NaN'));
    expect(workflowText(state)).toBe(TEXT.replace('20', 'null'));
    expect(shownJson(state)).toBe(SHOWN.replace('20', 'null'));
  });

  it('hides texts that would freeze the page', () => {
    expect(isTooLong(SHOWN)).toBe(false);
    expect(isTooLong(`{"image": "${'A'.repeat(200_000)}"}`)).toBe(true);
    expect(isTooLong('[1],\n'.repeat(500_000))).toBe(true);
  });
});

describe('a part of a file', () => {
  const conversion = { notes: [], awaited: ['Missing'], problem: 'Only a part is converted' };
  const part = (): WithJsonText => {
    const state = open();
    return { ...state, draft: { ...state.draft, conversion } };
  };

  it('is converted again later, unless its structure was changed', () => {
    expect(type(part(), SHOWN.replace('20', '30')).draft.conversion).toEqual(conversion);
    const other = type(part(), SHOWN.replace('KSampler', 'Another')).draft.conversion;
    expect(other).toEqual({ ...conversion, awaited: [] });
  });

  it('is complete with the nodes that it lacked', () => {
    const whole = SHOWN.replace(/\}\s*$/, ', "9": {"class_type":"Save"}}');
    expect(type(part(), whole).draft.conversion).toEqual({ notes: [], awaited: [] });
  });
});
