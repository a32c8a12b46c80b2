import { create } from 'zustand';
import type { Surface } from '@/api/surface';
import type { NamedTextKind } from '@/domains/curated/named-texts';
import type { InputRequest } from './input-request';
import type { WorkflowDifferencesRequest } from './workflow-differences-request';
import type { ZipRequest } from './zip-request';

/** A layer of the shell. */
export type CommandView = 'palette' | 'sheet' | 'outbox' | 'connection' | 'more';

/** If there are more files than inputs: one run per file, or as many as fit into one run. */
export type MultipleFilesChoice = 'each' | 'fill';

/** Meaning of a file with an embedded workflow, dropped on a workflow that accepts such files. */
export type MediaChoice = 'input' | 'workflow';

/** What a drop asks before it does anything, and the choices. */
interface Questions {
  media: { choice: MediaChoice; about: { fileName: string; slotLabel: string } };
  multipleFiles: {
    choice: MultipleFilesChoice;
    /** `inputs`: number of matching ones; `slotLabel`: the first of them. */
    about: { files: number; inputs: number; slotLabel: string };
  };
}

/** An open question. The answer is `null` if the user cancels. */
export type Asked<Name extends keyof Questions> = Questions[Name]['about'] & {
  answer: (choice: Questions[Name]['choice'] | null) => void;
};

/** The dialogs that any page can open, and what each of them shows. The shell renders them. */
export interface Dialogs {
  /** "Add a server" for a URL at which another gateway was found. */
  addServer: { url: string };
  commands: CommandView;
  /** Two to four jobs of one or several servers. A `title` says how they differ; by default it is that of the job. */
  compare: { jobs: readonly { surface: Surface; id: string; title?: string }[] };
  differences: WorkflowDifferencesRequest;
  /** A dropped, pasted or chosen export of jobs. */
  import: { file: File };
  /** A file to be used as an input. */
  input: InputRequest;
  media: Asked<'media'>;
  multipleFiles: Asked<'multipleFiles'>;
  /** Those that ran on the current server. */
  prompts: true;
  /** The user's snippets or wildcard lists. */
  snippets: { kind: NamedTextKind };
  /** Those of the connected ComfyUI. */
  templates: { surface: Surface };
  zip: ZipRequest;
}

type OpenDialogs = { [Name in keyof Dialogs]: Dialogs[Name] | null };

const NONE: OpenDialogs = {
  addServer: null,
  commands: null,
  compare: null,
  differences: null,
  import: null,
  input: null,
  media: null,
  multipleFiles: null,
  prompts: null,
  snippets: null,
  templates: null,
  zip: null,
};

export const useDialogs = create<OpenDialogs>(() => NONE);

export function openDialog<Name extends keyof Dialogs>(name: Name, request: Dialogs[Name]): void {
  useDialogs.setState((open) => ({ ...open, [name]: request }));
}

export function closeDialog(name: keyof Dialogs): void {
  useDialogs.setState((open) => ({ ...open, [name]: null }));
}

/** Asks in a dialog. Resolves with the choice, `null` if the user cancels. */
export function ask<Name extends keyof Questions>(
  name: Name,
  about: Questions[Name]['about'],
): Promise<Questions[Name]['choice'] | null> {
  return new Promise((resolve) => {
    const answer = (choice: Questions[Name]['choice'] | null) => {
      closeDialog(name);
      resolve(choice);
    };
    useDialogs.setState((open) => ({ ...open, [name]: { ...about, answer } }));
  });
}
