import { Component, type ReactNode } from 'react';
import { PageLoadError } from '../../load-page.ts';
import { Page } from './page.tsx';
import { Problem } from './problem.tsx';

interface Properties {
  /** The address: on another page there is nothing to tell any more. */
  readonly at: string;
  readonly children: ReactNode;
}

interface State {
  readonly at: string;
  readonly error: Error | null;
}

/** Keeps what fails while it is drawn to its page: the rest of the app stays, and says what happened. */
export class PageBoundary extends Component<Properties, State> {
  override state: State = { at: this.props.at, error: null };

  static getDerivedStateFromProps({ at }: Properties, state: State): State | null {
    return at === state.at ? null : { at, error: null };
  }

  static getDerivedStateFromError(error: unknown): Pick<State, 'error'> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <Page title="This page cannot be shown">
        <Problem error={error} again={() => this.tryAgain(error)} />
      </Page>
    );
  }

  private tryAgain(error: Error): void {
    if (error instanceof PageLoadError) location.reload();
    else this.setState({ error: null });
  }
}
