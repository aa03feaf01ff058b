import { FileQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { LoadingNote } from './Skeleton.tsx'

type Absent =
  | { state: 'loading' }
  | { state: 'offline' }
  | { state: 'missing'; text: string }
  | { state: 'failed'; text: string | undefined; isPending?: boolean; retry: () => void }

/** Shown in place of content that is missing or not loaded yet; `skeleton` keeps its place while it loads. */
export function AbsentState({ absent, skeleton }: { absent: Absent; skeleton: ReactNode }) {
  switch (absent.state) {
    case 'loading':
      return (
        <>
          <LoadingNote />
          {skeleton}
        </>
      )
    case 'offline':
      return <ErrorState offline />
    case 'missing':
      return <EmptyState icon={FileQuestion} title={absent.text} />
    case 'failed':
      return <ErrorState text={absent.text} pending={absent.isPending} onRetry={absent.retry} />
  }
}
