import { findValue } from '@contract/json/lossless';
import { readWorkflow, type WorkflowProblem } from '@contract/workflow/graph';

export type TextReading =
  { ok: true; text: string; note: string | null } | { ok: false; title: string; explanation: string };

/** Members under which other programs wrap the graph: the body of ComfyUI's `/prompt`, and our own read-back. */
const WRAPPERS = ['prompt', 'workflow'];

const STRING_OR_NON_FINITE = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?Infinity|NaN/gs;

/** Takes JSON text as a workflow. Valid text is handed back as it stands: its numbers and order must survive. */
export function readWorkflowText(text: string): TextReading {
  const strict = readWorkflow(text);
  if (strict.ok) return { ok: true, text, note: null };
  if (strict.problem.kind === 'broken_json') {
    const lenient = readWorkflow(text, { allowNonFinite: true });
    if (lenient.ok || lenient.problem.kind !== 'broken_json') return readPythonJson(text);
    return explain(strict.problem);
  }
  const inner = strict.problem.kind === 'bad_nodes' ? unwrap(text) : null;
  return inner ?? explain(strict.problem);
}

/** Python writes bare `NaN` and `Infinity`, which no JSON reader behind us would take. */
function readPythonJson(text: string): TextReading {
  let count = 0;
  const cleaned = text.replace(STRING_OR_NON_FINITE, (match) => {
    if (match.startsWith('"')) return match;
    count += 1;
    return 'null';
  });
  const reading = readWorkflowText(cleaned);
  if (!reading.ok) return reading;
  const note =
    count === 1
      ? 'One value was NaN or Infinity and is now null.'
      : `${count} values were NaN or Infinity and are now null.`;
  return { ...reading, note };
}

function unwrap(text: string): TextReading | null {
  for (const member of WRAPPERS) {
    const span = findValue(text, [member]);
    if (!span) continue;
    const inner = text.slice(span.start, span.end);
    if (readWorkflow(inner).ok) return { ok: true, text: inner, note: `Read from the property "${member}".` };
  }
  return null;
}

function explain(problem: WorkflowProblem): TextReading {
  switch (problem.kind) {
    case 'broken_json':
      return { ok: false, title: 'This is not valid JSON', explanation: `${problem.message}.` };
    case 'too_deep':
      return { ok: false, title: 'This JSON is nested too deeply', explanation: `${problem.message}.` };
    case 'ui_format':
      return {
        ok: false,
        title: 'This workflow is in the UI format, not the API format',
        explanation:
          'ComfyUI saves its canvas in this format. Open the file in ComfyUI, choose Workflow → Export (API), then drop the exported file here.',
      };
    case 'empty':
      return { ok: false, title: 'This workflow has no nodes', explanation: `${problem.message}.` };
    case 'not_an_object':
      return { ok: false, title: 'Not a workflow', explanation: `${problem.message}.` };
    case 'bad_nodes': {
      const [first] = Object.entries(problem.nodeErrors);
      const detail = first ? ` First: “${first[0]}”. ${first[1][0]?.message ?? ''}.` : '';
      return { ok: false, title: 'Not a workflow', explanation: `${problem.message}.${detail}` };
    }
  }
}
