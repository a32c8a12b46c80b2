import { writeSync } from 'node:fs';
import pino from 'pino';
import type { Logger } from '../log';
import { fieldsOf } from '@contract/typed-objects';

/**
 * Creates the log of the running gateway on stderr: stdout gets the base address line and nothing else. JSON for machines, one
 * short line for humans. Callers omit credentials; values under credential names are redacted as a safeguard.
 */
export function createNodeLog(form: 'auto' | 'text' | 'json', write: (text: string) => void = toStderr): Logger {
  const isText = form === 'text' || (form === 'auto' && process.stderr.isTTY);
  return pino(
    {
      base: null,
      redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]), censor: '[removed]' },
      ...(isText ? {} : { timestamp: pino.stdTimeFunctions.isoTime }),
    },
    { write: (line: string) => write(isText ? forPeople(line) : line) },
  );
}

const SECRET_FIELDS = ['token', 'authorization', 'cookie', 'secret', 'extra_data', 'extraData', 'apiKey', 'signature'];
const LEVEL_MARKS: Readonly<Record<number, string>> = { 40: 'warning: ', 50: 'error: ' };

function forPeople(line: string): string {
  const { level, time, msg, ...fields } = fieldsOf(JSON.parse(line));
  const clock = new Date(Number(time)).toTimeString().slice(0, 8);
  const shown = Object.entries(fields).map(([name, value]) => ` ${name}=${shownValue(value)}`);
  return `${clock} ${LEVEL_MARKS[Number(level)] ?? ''}${String(msg)}${shown.join('')}\n`;
}

function shownValue(value: unknown): string {
  return typeof value === 'string' && /^[\w./:@+-]+$/.test(value) ? value : JSON.stringify(value);
}

function toStderr(text: string): void {
  try {
    // Synchronous: the last line before an exit is the most important one.
    writeSync(2, text);
  } catch {
    // A closed or full stderr must not stop the gateway.
  }
}
