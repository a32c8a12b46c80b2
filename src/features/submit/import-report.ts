import { create } from 'zustand';

/** A file that could not be opened: whose, what it is, and what to do. */
export interface ImportProblem {
  name: string;
  title: string;
  explanation: string;
  /** The file itself, where another page may be able to use it. */
  file?: File | undefined;
  offers?: readonly DropOffer[];
}

/** What another page can do with the file. */
export interface DropOffer {
  label: string;
  take: () => void;
}

/** Shown on Submit, where files are opened; elsewhere a toast tells it. */
export const useImportReport = create<{ problems: readonly ImportProblem[]; isReading: boolean }>(() => ({
  problems: [],
  isReading: false,
}));
