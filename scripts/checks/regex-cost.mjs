// Finds regular expressions with quadratic or worse run time by running them on long repetitive texts.
import { parseAst } from 'vite';

/** @typedef {{ pattern: string, flags: string }} RegexSource */
/** @typedef {{ runs: number, pauseMs: number }} Look */

/** Length of the first attempt: an expression with exponential run time would never finish on a long text. */
const SHORT = 20;
const LONG = 9000;
/** Shorter texts clear most expressions and convict the slowest ones, in a fraction of the time. */
const LENGTHS = [LONG / 6, LONG / 3, LONG];
/** Most linear expressions take 0.01 to 0.2 ms on a long text, quadratic ones 8 ms and more. */
const MAX_MS = 3;
/** If the cost is linear, a text of twice the length takes twice as long; if quadratic, four times. */
const LONGER = 2;
const MAX_GROWTH = 2.8;
/**
 * Other threads of the process (compiler, garbage collection) count as its processor time and can slow down several consecutive
 * runs. Only the fastest run counts, and slow results are measured twice again with more runs, further apart.
 */
export const FIRST_CHECK = { runs: 3, pauseMs: 0 };
const SECOND_LOOK = { runs: 6, pauseMs: 50 };
const THIRD_LOOK = { runs: 8, pauseMs: 250 };
const ALL_LOOKS = [FIRST_CHECK, SECOND_LOOK, THIRD_LOOK];
const ALPHABET = [' ', '\n', 'a', '0', '.', '-', '/', '\\', ',', '"'];
/** Text endings that make an expression fail late. */
const TAILS = ['', '\u0001', 'x'];
const RANDOM_UNITS = 60;

/**
 * Returns all regular expression literals of a source file, and the positions where one is built from text at run time.
 * @param {string} file its extension determines the language
 * @param {string} text
 * @returns {{ literals: RegexSource[], built: string[] }}
 */
export function findRegexes(file, text) {
  /** @type {RegexSource[]} */
  const literals = [];
  /** @type {string[]} */
  const built = [];
  const lang = file.endsWith('.tsx') ? 'tsx' : file.endsWith('.ts') ? 'ts' : 'js';
  /** @type {unknown[]} */
  const open = [parseAst(text, { lang })];
  while (open.length > 0) {
    const node = /** @type {Record<string, any> | null} */ (open.pop());
    if (typeof node !== 'object' || node === null) continue;
    if (node['type'] === 'Literal' && node['regex']) {
      literals.push({ pattern: node['regex'].pattern, flags: node['regex'].flags });
      continue;
    }
    const isCall = node['type'] === 'NewExpression' || node['type'] === 'CallExpression';
    if (isCall && node['callee'].name === 'RegExp') built.push(text.slice(node['start'], node['end']));
    open.push(...Object.values(node));
  }
  return { literals, built };
}

/**
 * Returns the repeated part of a text on which the expression is slow, as JSON; `null` if none was found.
 * @param {RegexSource} source
 * @param {readonly Look[]} looks a result of the first one alone may come from other threads
 * @returns {string | null}
 */
export function findSlowText({ pattern, flags }, looks = ALL_LOOKS) {
  const regex = new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`);
  for (const { unit, head, tail } of textParts(pattern)) {
    const textOf = (/** @type {number} */ length) => head + unit.repeat(Math.ceil(length / unit.length)) + tail;
    const isSlow = looks.every((look) => {
      return fastestMs(regex, textOf(SHORT), look) > MAX_MS || isQuadratic(regex, textOf, look);
    });
    if (isSlow) return JSON.stringify(`${head}${unit}${unit}…${tail}`);
  }
  return null;
}

/** @param {RegExp} regex @param {(length: number) => string} textOf @param {Look} look */
function isQuadratic(regex, textOf, look) {
  for (const length of LENGTHS) {
    // A quadratic expression that takes longer on the long text takes longer than this on a shorter one.
    const limit = MAX_MS * (length / LONG) ** 2;
    const ms = fastestMs(regex, textOf(length), look, limit);
    if (ms <= limit) return false;
    const most = ms * MAX_GROWTH;
    if (ms > MAX_MS && fastestMs(regex, textOf(length * LONGER), look, most) > most) return true;
  }
  return false;
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/**
 * Measures processor time, since other processes compete for the processor. Stops early once a run is below the limit.
 * @param {RegExp} regex
 * @param {string} text
 * @param {Look} look
 */
function fastestMs(regex, text, { runs, pauseMs }, limit = MAX_MS) {
  let fastest = Infinity;
  for (let run = 0; run < runs && fastest > limit; run += 1) {
    if (run > 0 && pauseMs > 0) Atomics.wait(pause, 0, 0, pauseMs);
    const start = process.cpuUsage();
    text.replace(regex, '');
    const { user, system } = process.cpuUsage(start);
    fastest = Math.min(fastest, (user + system) / 1000);
  }
  return fastest;
}

/** @param {string} pattern @returns {Generator<{ unit: string, head: string, tail: string }>} */
function* textParts(pattern) {
  const plain = pattern.replace(/\\([^\w\s])/g, '$1');
  const words = [...new Set(plain.match(/<?\w[\w-]+|[^\w\s[\](){}?|^$]{2,}/g) ?? [])];
  for (const unit of new Set([...ALPHABET, ...plain, ...words])) {
    for (const tail of TAILS) yield { unit, head: '', tail };
  }
  // There are many pairs, so only characters and classes of the pattern are combined.
  const classes = [/\\d|0-9/.test(pattern) ? '0' : '', /\\s/.test(pattern) ? '\n' : ''];
  const signs = [...new Set(['a', ' ', ...classes, ...plain.replace(/\w/g, '')])].filter((sign) => sign !== '');
  const pairs = signs.flatMap((first) => signs.map((second) => ({ first, second })));
  for (const { first, second } of pairs) {
    if (first === second) continue;
    yield { unit: first + second, head: '', tail: '\u0001' };
    yield { unit: second, head: first, tail: '\u0001' };
  }
  for (const word of words) for (const sign of signs) yield { unit: ` ${word}${sign}`, head: '', tail: '\u0001' };
  const draw = drawFrom([...signs, ...words]);
  for (let count = 0; count < RANDOM_UNITS; count += 1) {
    yield { unit: Array.from({ length: 3 + (count % 3) }, draw).join(''), head: '', tail: '\u0001' };
  }
}

/** Deterministic random choices, so that failures are reproducible. @param {string[]} list @returns {() => string} */
function drawFrom(list) {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return list[state % list.length] ?? '';
  };
}
