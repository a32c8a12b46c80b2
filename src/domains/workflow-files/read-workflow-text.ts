import { findValue, memberSpans } from '@contract/json/lossless';
import { readWorkflow, type WorkflowProblem } from '@contract/workflow/graph';
import { msg, t } from '@/lib/i18n/messages';

export type TextParseResult =
  | { ok: true; text: string; note: string | null }
  | {
      ok: false;
      title: string;
      explanation: string;
      /** The part of the text that ComfyUI's editor saved. It must be converted to run. */
      uiFormat?: string;
      /** Of the character at which the text is wrong; absent if the problem is not at one place. */
      offset?: number;
    };

/** For what cannot be converted. */
export const EXPORT_API = msg(
  'Open the file in ComfyUI, choose Workflow → Export (API), then drop the exported file here.',
);

/** Position of the graph in a run of ComfyUI's `/history`, after its number and its id. */
const HISTORY_PROMPT = ['prompt', 2];

/** Properties that contain the graph in other formats: the body of ComfyUI's `/prompt`, and our own read-back. */
const WRAPPERS = ['prompt', 'workflow'];

const STRING_OR_NON_FINITE = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?Infinity|NaN/gs;

/** Parses JSON text as a workflow. Valid text is returned unchanged: its numbers and order must survive. */
export function readWorkflowText(text: string): TextParseResult {
  const strict = readWorkflow(text);
  if (strict.ok) return { ok: true, text, note: null };
  if (strict.problem.kind === 'broken_json') {
    const lenient = readWorkflow(text, { allowNonFinite: true });
    if (lenient.ok || lenient.problem.kind !== 'broken_json') return readPythonJson(text);
    return { ...explain(strict.problem), offset: offsetOf(text, strict.problem) };
  }
  if (strict.problem.kind === 'ui_format') return explainUiFormat(text);
  if (strict.problem.kind !== 'bad_nodes') return explain(strict.problem);
  const [nodeId = ''] = Object.keys(strict.problem.nodeErrors);
  const offset = findValue(text, [nodeId])?.start;
  return unwrap(text) ?? { ...explain(strict.problem), ...(offset === undefined ? {} : { offset }) };
}

function offsetOf(text: string, { line, column }: Extract<WorkflowProblem, { kind: 'broken_json' }>): number {
  let start = 0;
  for (let before = 1; before < line; before += 1) start = text.indexOf('\n', start) + 1;
  return start + column - 1;
}

/** Python writes bare `NaN` and `Infinity`, which are not valid JSON. */
function readPythonJson(text: string): TextParseResult {
  let count = 0;
  const cleaned = text.replace(STRING_OR_NON_FINITE, (match) => {
    if (match.startsWith('"')) return match;
    count += 1;
    return 'null';
  });
  const result = readWorkflowText(cleaned);
  if (!result.ok) return result;
  const note =
    count === 1
      ? t('One value was NaN or Infinity and is now null.')
      : t('{count} values were NaN or Infinity and are now null.', { count });
  return { ...result, note };
}

function unwrap(text: string): TextParseResult | null {
  let uiFormat: string | null = null;
  for (const property of WRAPPERS) {
    const span = findValue(text, [property]);
    if (!span) continue;
    const inner = text.slice(span.start, span.end);
    const result = readWorkflow(inner);
    if (result.ok) return { ok: true, text: inner, note: null };
    if (result.problem.kind === 'ui_format') uiFormat ??= inner;
  }
  return uiFormat === null ? readHistory(text) : explainUiFormat(uiFormat);
}

/** Reads the response of ComfyUI's `/history`, which lists runs by id. */
function readHistory(text: string): TextParseResult | null {
  const start = text.search(/\S/);
  const graphs = [...memberSpans(text, start)].flatMap(({ value }) => {
    const run = text.slice(value.start, value.end);
    const span = findValue(run, HISTORY_PROMPT);
    const graph = span && run.slice(span.start, span.end);
    return graph !== null && readWorkflow(graph).ok ? [graph] : [];
  });
  const [only] = graphs;
  if (only === undefined) return null;
  if (graphs.length === 1) return { ok: true, text: only, note: null };
  return {
    ok: false,
    title: t('This is a history of {count} runs', { count: graphs.length }),
    explanation: t('Flowdeck opens one at a time. Save /history/ followed by the id of the run from ComfyUI.'),
  };
}

function explainUiFormat(uiFormat: string): TextParseResult {
  return {
    ok: false,
    uiFormat,
    title: t('This workflow is in the UI format, not the API format'),
    explanation: `${t('ComfyUI saves its canvas in this format.')} ${t(EXPORT_API)}`,
  };
}

function explain(problem: Exclude<WorkflowProblem, { kind: 'ui_format' }>): Extract<TextParseResult, { ok: false }> {
  switch (problem.kind) {
    case 'broken_json':
      return { ok: false, title: t('This is not valid JSON'), explanation: `${problem.message}.` };
    case 'too_deep':
      return { ok: false, title: t('This JSON is nested too deeply'), explanation: `${problem.message}.` };
    case 'empty':
      return {
        ok: false,
        title: t('This workflow has no nodes'),
        explanation: t('Add nodes in ComfyUI, then save it again.'),
      };
    case 'not_an_object':
      return { ok: false, title: t('Not a workflow'), explanation: `${problem.message}.` };
    case 'bad_nodes': {
      const [first] = Object.entries(problem.nodeErrors);
      const count = Object.keys(problem.nodeErrors).length;
      const more =
        count > 1
          ? [
              t('The same is true of {count, plural, one {# other entry} other {# other entries}}.', {
                count: count - 1,
              }),
            ]
          : [];
      const detail = t('Its entry “{key}” is not a node, which has class_type and inputs.', {
        key: first?.[0] ?? '',
      });
      return { ok: false, title: t('Not a workflow'), explanation: [detail, ...more].join(' ') };
    }
  }
}
