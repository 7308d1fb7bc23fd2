import type { ReactNode } from 'react';
import { Component } from 'react';

interface Props {
  /** The path of the page; when it changes, the children are tried again. */
  resetKey: string;
  fallback: ReactNode;
  children: ReactNode;
}

interface State {
  failedAt: string | null;
}

/** Shows `fallback` if its children throw while rendering, so that the rest of the page stays. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failedAt: null };

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ failedAt: this.props.resetKey });
  }

  static getDerivedStateFromError(): Partial<State> | null {
    return { failedAt: '' };
  }

  static getDerivedStateFromProps({ resetKey }: Props, { failedAt }: State): State | null {
    return failedAt && failedAt !== resetKey ? { failedAt: null } : null;
  }

  override render(): ReactNode {
    return this.state.failedAt === null ? this.props.children : this.props.fallback;
  }
}
