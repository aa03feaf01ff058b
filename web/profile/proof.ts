import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { securityKey } from './queries.ts'

/** Does something for which the person may have to show first that it is still they. */
type ProofGuard = <Result>(task: () => Promise<Result>) => Promise<Result>

export const ProofContext = createContext<ProofGuard>((task) => task())

/** A change of how somebody signs in: guarded, and everything that is shown of it is asked for again. */
export function useGuardedChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const withProof = useContext(ProofContext)
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => withProof(() => change(input)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: securityKey }),
  })
}
