/** If there are more files than inputs: one run per file, or as many as fit into one run. */
export type MultipleFilesChoice = 'each' | 'fill';

/** Meaning of a file with an embedded workflow, dropped on a workflow that accepts such files. */
export type MediaChoice = 'input' | 'workflow';

interface Question<Choice> {
  /** Name of the input that gets the files. */
  slotLabel: string;
  /** `null` if the user cancels. */
  answer: (choice: Choice | null) => void;
}

export type MultipleFilesQuestion = Question<MultipleFilesChoice> & {
  files: number;
  /** Number of matching inputs. */
  inputs: number;
};

export type MediaQuestion = Question<MediaChoice> & { fileName: string };
