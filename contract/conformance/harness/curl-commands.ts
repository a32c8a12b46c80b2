import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Runs the shell commands of a document without a shell and without curl, which not every machine has: assignments, `cat` of a text
 * into a file, and curl with the options below. Anything else is an error, so that no command is skipped.
 */
export async function runWithoutCurl(script: string, folder: string): Promise<void> {
  const variables: Record<string, string> = {};
  const lines = script.replaceAll('\\\n', ' ').split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trim();
    const [, file, mark] = /^cat > (\S+) <<(\w+)$/.exec(line) ?? [];
    if (line.startsWith('curl ')) {
      await curl(words(line, variables).slice(1), folder);
    } else if (file !== undefined) {
      const end = lines.indexOf(mark ?? '', at);
      if (end === -1) throw new Error(`No end of ${file}`);
      writeFileSync(path.join(folder, file), filledIn(lines.slice(at + 1, end).join('\n'), variables));
      at = end;
    } else if (line !== '') {
      assign(line, variables, folder);
    }
  }
}

function assign(line: string, variables: Record<string, string>, folder: string): void {
  const [, name, value = ''] = /^(?:export )?([A-Z]+)=(.*)$/.exec(line) ?? [];
  if (name === undefined) throw new Error(`An unknown command: ${line}`);
  const [, code] = /^\$\(node -p '([^']*)'\)$/.exec(value) ?? [];
  const env = { ...process.env, ...variables };
  const options = { cwd: folder, env, encoding: 'utf8' } as const;
  variables[name] = code === undefined ? value : execFileSync(process.execPath, ['-p', code], options).trim();
}

const FLAGS = new Set(['--fail-with-body', '--silent', '--show-error', '--location']);

async function curl(args: readonly string[], folder: string): Promise<void> {
  const read = (name: string) => readFileSync(path.join(folder, name));
  const headers = new Headers();
  const form = new FormData();
  let body: string | undefined;
  let url = '';
  let output = '';
  for (let at = 0; at < args.length; at += 1) {
    const option = args[at] ?? '';
    if (FLAGS.has(option)) continue;
    if (!option.startsWith('-')) {
      url = option;
      continue;
    }
    at += 1;
    const value = args[at] ?? '';
    const [name = '', ...rest] = value.split(option === '--header' ? ':' : '=');
    const content = rest.join(option === '--header' ? ':' : '=').trim();
    if (option === '--output') output = value;
    else if (option === '--header') headers.append(name, content);
    else if (option === '--data') body = value.startsWith('@') ? read(value.slice(1)).toString() : value;
    else if (option === '--form' && content.startsWith('@'))
      form.append(name, new Blob([read(content.slice(1))]), content.slice(1));
    else if (option === '--form') form.append(name, content);
    else throw new Error(`An unknown option of curl: ${option}`);
  }
  const sent = body ?? ([...form.keys()].length > 0 ? form : undefined);
  const response = await fetch(url, sent === undefined ? { headers } : { method: 'POST', headers, body: sent });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${url}: ${response.status} ${bytes.toString()}`);
  writeFileSync(path.join(folder, output), bytes);
}

/** Splits a line as a shell does: quotes group, and variables are filled in except in single quotes. */
function words(line: string, variables: Readonly<Record<string, string>>): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|[^\s'"]+/g)].map(
    ([bare, single, double]) => single ?? filledIn(double ?? bare, variables),
  );
}

function filledIn(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$([A-Z]+)/g, (_, name: string) => {
    const value = variables[name];
    if (value === undefined) throw new Error(`$${name} is not set`);
    return value;
  });
}
