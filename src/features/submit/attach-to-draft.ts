import type { QueryClient } from '@tanstack/react-query';
import { definitionsQuery } from '@/api/definitions';
import type { Draft } from '@/api/storage/draft';
import type { Surface } from '@/api/surface';
import { formatCount } from '@/lib/format';
import type { ImportProblem } from './import-report';
import { sessionOf } from './open-sessions';
import { openSeveralFilesDialog } from './several-files';

/** Puts files on the inputs of a draft that was dropped with them, in order and by kind. Returns what had no input. */
export async function attachToDraft(
  surface: Surface,
  client: QueryClient,
  draft: Draft,
  files: readonly File[],
): Promise<ImportProblem[]> {
  const definitions = await client.fetchQuery(definitionsQuery(surface)).catch(() => null);
  const session = sessionOf(surface, draft, definitions);
  const problems: ImportProblem[] = [];
  const { form } = session.state;
  for (const kind of new Set(files.map(kindOf))) {
    const own = files.filter((file) => kindOf(file) === kind);
    const slots = [...form.fields.values()].filter(({ media }) => media === kind);
    const [first] = slots;
    if (!first) {
      problems.push(...own.map((file) => withoutInput(file, kind, draft.title)));
      continue;
    }
    if (own.length > slots.length) {
      const choice = await openSeveralFilesDialog(own.length, slots.length, first.name);
      if (choice === 'each') void session.uploads.attachList(first.key, own);
      if (choice !== 'fill') continue;
    }
    for (const [index, { key }] of slots.entries()) {
      const file = own[index];
      if (file) void session.uploads.attach(key, file);
    }
    if (own.length > slots.length) {
      const explanation = `${formatCount(own.length - slots.length, 'file')} not used.`;
      problems.push({ name: draft.title, title: 'More files than inputs', explanation });
    }
  }
  return problems;
}

function kindOf({ type }: File): string {
  return type.split('/')[0] ?? '';
}

function withoutInput(file: File, kind: string, title: string): ImportProblem {
  const explanation = `${title} has no input that takes this file.`;
  return { name: file.name, title: `No ${kind} input`, explanation, file };
}
