import { isNumber } from '@contract/json/json-values';
import { replaceValue, stringifyJson } from '@contract/json/lossless';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import { splitFieldKey } from './field-key';

/**
 * What ComfyUI's editor fills in when it queues: of a prompt, comments are left out and one of the choices in braces is drawn; in a file
 * name, dates and values of other nodes replace their placeholders. A graph in the API format has neither: the editor that exported it
 * has filled them in.
 */
export type FillIn = 'prompt' | 'file_name';

/** By field key. */
export type FillIns = Readonly<Record<string, FillIn>>;

/** Time of a run, and what it draws with. */
export interface FillMoment {
  now: Date;
  /** Returns a number from 0 up to 1, without 1. */
  random: () => number;
}

export function runMoment(): FillMoment {
  return { now: new Date(), random: Math.random };
}

/** Returns the text of a workflow with everything filled in, as it is sent. */
export function fillIn(workflowText: string, fillIns: FillIns | undefined, moment: FillMoment): string {
  const kinds = Object.entries(fillIns ?? {});
  const read = kinds.length === 0 ? null : readWorkflow(workflowText);
  if (!read?.ok) return workflowText;
  let text = workflowText;
  for (const [key, kind] of kinds) {
    const { nodeId, input } = splitFieldKey(key);
    const value = read.graph.get(nodeId)?.inputs[input];
    if (typeof value !== 'string') continue;
    const filled = filledText(kind, value, read.graph, moment);
    if (filled !== value) text = replaceValue(text, [nodeId, 'inputs', input], stringifyJson(filled));
  }
  return text;
}

export function filledText(kind: FillIn, text: string, graph: Graph, moment: FillMoment): string {
  return kind === 'prompt' ? drawPrompt(text, moment.random) : fillFileName(text, graph, moment.now);
}

/** Returns true if different runs of a prompt can send different texts. */
export function hasChoices(prompt: string): boolean {
  let isDrawn = false;
  drawPrompt(prompt, () => {
    isDrawn = true;
    return 0;
  });
  return isDrawn;
}

/** Choices nest; `\{`, `\}` and `\|` are characters. */
function drawPrompt(prompt: string, random: () => number): string {
  const text = withoutComments(prompt);
  /** The choices of each open brace, outermost first; the first entry is the text outside of all braces. */
  const open: string[][] = [['']];
  const write = (piece: string) => {
    const choices = open.at(-1);
    if (choices) choices[choices.length - 1] += piece;
  };
  const close = () => {
    const choices = open.pop() ?? [''];
    write(choices.length === 1 ? (choices[0] ?? '') : (choices[Math.floor(random() * choices.length)] ?? ''));
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') {
      const next = text.charAt(at + 1);
      write(next === '{' || next === '}' || next === '|' ? next : char + next);
      at += 1;
    } else if (char === '{') open.push(['']);
    else if (char === '|' && open.length > 1) open.at(-1)?.push('');
    else if (char === '}' && open.length > 1) close();
    else write(char);
  }
  while (open.length > 1) close();
  return open[0]?.[0] ?? '';
}

const LINE_END = /[\n\r\u2028\u2029]|$/g;

/** Removes block and line comments. A block comment without an end is text. Takes linear time, unlike a regular expression. */
function withoutComments(text: string): string {
  const lastBlockEnd = text.lastIndexOf('*/');
  let result = '';
  let at = 0;
  let slash = text.indexOf('/');
  while (slash >= 0) {
    const isBlock = text[slash + 1] === '*' && slash + 2 <= lastBlockEnd;
    if (isBlock || text[slash + 1] === '/') {
      result += text.slice(at, slash);
      at = isBlock ? text.indexOf('*/', slash + 2) + 2 : lineEnd(text, slash);
    }
    slash = text.indexOf('/', Math.max(at, slash + 1));
  }
  return result + text.slice(at);
}

function lineEnd(text: string, from: number): number {
  LINE_END.lastIndex = from;
  return LINE_END.exec(text)?.index ?? text.length;
}

const PLACEHOLDER = /%([^%\n]+)%/g;
/** Characters that a file name cannot have. */
// oxlint-disable-next-line no-control-regex -- control characters are what is replaced
const NOT_IN_NAMES = /[/?<>\\:*|"\u0000-\u001f\u007f]/g;

/** `%date:yyyy-MM-dd%`, and `%Node.input%` for a value of the first node with this class or title. Others stay. */
function fillFileName(name: string, graph: Graph, now: Date): string {
  return name.replace(PLACEHOLDER, (placeholder, content: string) => {
    if (content.startsWith('date:')) return formatDate(content.slice('date:'.length), now);
    const [nodeName, input, ...rest] = content.split('.');
    if (nodeName === undefined || input === undefined || rest.length > 0) return placeholder;
    const nodes = [...graph.values()];
    const node = nodes.find(({ classType }) => classType === nodeName) ?? nodes.find(({ title }) => title === nodeName);
    const value = node?.inputs[input];
    const isScalar = typeof value === 'string' || typeof value === 'boolean' || isNumber(value);
    return isScalar ? String(value).replaceAll(NOT_IN_NAMES, '_') : placeholder;
  });
}

const DATE_PARTS = /d{1,2}|M{1,2}|h{1,2}|m{1,2}|s{1,2}|y{2,4}/g;

/** In local time: `d`, `M`, `h`, `m` and `s` alone or doubled to two digits, `yy` and `yyyy`. */
function formatDate(format: string, date: Date): string {
  const parts: Readonly<Record<string, number>> = {
    d: date.getDate(),
    M: date.getMonth() + 1,
    h: date.getHours(),
    m: date.getMinutes(),
    s: date.getSeconds(),
  };
  return format.replace(DATE_PARTS, (part) => {
    const year = String(date.getFullYear());
    if (part === 'yy') return year.slice(2);
    if (part === 'yyyy') return year;
    const number = parts[part.charAt(0)];
    return number === undefined ? part : String(number).padStart(part.length, '0');
  });
}
