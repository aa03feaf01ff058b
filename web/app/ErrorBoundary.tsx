import { Component, type ReactNode } from 'react'
import { ErrorScreen } from './ErrorScreen.tsx'

type Caught = { error: unknown; broken: boolean }

/** Catches errors outside every page, which the router's own error screen cannot. */
export class ErrorBoundary extends Component<{ children: ReactNode }, Caught> {
  override state: Caught = { error: null, broken: false }

  static getDerivedStateFromError(error: unknown): Caught {
    return { error, broken: true }
  }

  override render(): ReactNode {
    return this.state.broken ? <ErrorScreen error={this.state.error} /> : this.props.children
  }
}
