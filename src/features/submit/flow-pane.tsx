import { PanelRightClose, PanelRightOpen } from 'lucide-react';
import { create } from 'zustand';
import { writeSetting, readText } from '@/lib/local-storage';
import { Button } from '@/ui/button';

const STORAGE_KEY = 'flowdeck.flow-pane';

/** Whether the graph stands beside the form: a habit, kept for all workflows of this browser. */
export const useFlowPane = create<{ isOpen: boolean }>(() => ({ isOpen: readText(STORAGE_KEY) !== 'closed' }));

function switchFlowPane(isOpen: boolean): void {
  useFlowPane.setState({ isOpen });
  writeSetting(STORAGE_KEY, isOpen ? null : 'closed');
}

/** Where the window has room for both. */
export function FlowPaneButton() {
  const isOpen = useFlowPane((state) => state.isOpen);
  const label = isOpen ? 'Hide the graph' : 'Show the graph';
  return (
    <Button
      size="icon"
      tone="ghost"
      className="max-lg:hidden"
      aria-label={label}
      title={label}
      onClick={() => switchFlowPane(!isOpen)}
    >
      {isOpen ? <PanelRightClose aria-hidden /> : <PanelRightOpen aria-hidden />}
    </Button>
  );
}
