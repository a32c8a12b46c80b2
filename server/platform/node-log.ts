import { writeSync } from 'node:fs';
import pino from 'pino';
import type { Logger } from '../log';
import { fieldsOf } from '@contract/typed-objects';
import { createRedaction, type Redact } from '../redaction';

interface LogParts {
  /** Writes to the terminal, or to what collects stderr. */
  write?: (text: string) => void;
  redact?: Redact;
  /** Also get each line, as JSON with a line break. */
  copies?: readonly ((line: string) => void)[];
}

/**
 * Creates the log of the running gateway on stderr: stdout gets the base address line and nothing else. JSON for machines, one
 * short line for humans. Each event is one line, with the ids that it belongs to, such as `requestId` and `jobId`. Callers omit
 * credentials; what looks like one is redacted as a safeguard.
 */
export function createNodeLog(
  form: 'auto' | 'text' | 'json',
  { write = toStderr, redact = createRedaction(), copies = [] }: LogParts = {},
): Logger {
  const isText = form === 'text' || (form === 'auto' && process.stderr.isTTY);
  return pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime },
    {
      write(line: string) {
        const entry = fieldsOf(redact(JSON.parse(line)));
        const json = `${JSON.stringify(entry)}\n`;
        write(isText ? forPeople(entry) : json);
        for (const copy of copies) copy(json);
      },
    },
  );
}

const LEVEL_MARKS: Readonly<Record<number, string>> = { 40: 'warning: ', 50: 'error: ' };

function forPeople({ level, time, msg, ...fields }: Readonly<Record<string, unknown>>): string {
  const clock = new Date(String(time)).toTimeString().slice(0, 8);
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
