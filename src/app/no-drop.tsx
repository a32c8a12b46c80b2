import { useEffect } from 'react';

/** Until what takes files is there: a file that is let go over the page must not replace the page. */
export function NoDrop() {
  // A subscription to the window.
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
  return null;
}
