import { createContext } from 'react';

interface Near {
  isNear: boolean;
  onNear: () => void;
}

/** Whether the pointer or the focus has been on a field. Outlives its widget, which may change under a pointer that rests on it. */
export const NearContext = createContext<Near>({ isNear: false, onNear: () => {} });
