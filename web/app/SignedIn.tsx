import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createQueryClient } from '../api/query.ts'
import { router } from './router.ts'
import '../ui/signed-in-texts.ts'

const queryClient = createQueryClient()

/** The pages of the signed-in, with one cache for all of them. */
export function SignedIn(): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
