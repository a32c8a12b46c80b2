import { Component, type ReactNode } from 'react';
import { t } from '@/lib/i18n/messages';

interface RowBoundaryProps {
  /** Identifies the record, such as its id or title. */
  name: string;
  /** The row renders again when it changes. */
  record: unknown;
  children: ReactNode;
}

interface RowBoundaryState {
  hasFailed: boolean;
  record: unknown;
}

/** Error boundary of one row: a record that cannot be rendered must not take the page with it. */
export class RowBoundary extends Component<RowBoundaryProps, RowBoundaryState> {
  override state: RowBoundaryState = { hasFailed: false, record: this.props.record };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ record }: RowBoundaryProps, state: RowBoundaryState) {
    return record === state.record ? null : { hasFailed: false, record };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <p className="flex h-full items-center gap-2 border-b border-line pr-4 pl-11 text-sm text-muted">
        <span className="truncate">{this.props.name}</span>
        <span className="shrink-0 text-bad">{t('Cannot be displayed')}</span>
      </p>
    );
  }
}
